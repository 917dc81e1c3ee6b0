/* library.c - device code that calls the host's libraries.
 *
 * nvcc refuses such a call; here it would run, and what it reads and writes would not be seen. The
 * translator says so of the usual names (translate/library.c), but a template, a macro, a class of
 * std or a pointer that the host passed lead there too. All of these ways go through the program's
 * table of functions of libraries, which the dynamic linker has filled. So each function gets a
 * gate, but those that device code may call. Device code that goes through one is a finding; where
 * CUDA has the function, the checked one is called (string.c). Host code and the runtime pass.
 */
#define _GNU_SOURCE
#include <elf.h>
#include <fnmatch.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "checker.h"

extern char __start_cpudev_text[], __stop_cpudev_text[];

/* ---- which functions ------------------------------------------------------------------------- */

#define NAME(name) #name,
static const char *const harmless[] = {
#include "harmless.def"
};
#undef NAME

#define CHECKED(result, name, ...) result cpudev_checked_##name(__VA_ARGS__);
#include "checked.def"
#undef CHECKED

static const struct {
    const char *name;
    void *function;
} checked[] = {
#define CHECKED(result, name, ...) {#name, (void *)cpudev_checked_##name},
#include "checked.def"
#undef CHECKED
};

static bool is_harmless(const char *name) {
    /* Arithmetic that g++ leaves to libgcc: __popcountdi2, __divti3, __mulsc3. */
    if (fnmatch("__+([a-z])[hsdtx][ifc]?([234])", name, FNM_EXTMATCH) == 0)
        return true;
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (strcmp(harmless[i], name) == 0)
            return true;
    return false;
}

static void *checked_one(const char *name) {
    for (size_t i = 0; i < sizeof checked / sizeof *checked; i++)
        if (strcmp(checked[i].name, name) == 0)
            return checked[i].function;
    return NULL;
}

/* ---- gates ----------------------------------------------------------------------------------- */

enum { MOST_GATES = 8192 };

/* Read by the assembler text below. */
__attribute__((used)) static void *library_function[MOST_GATES];
static const char *gate_name[MOST_GATES];
static uintptr_t *gate_slot[MOST_GATES]; /* in the program's table */
static size_t gate_count;

/* Where a call through this gate goes on; behind_call: its return address. */
__attribute__((used)) static void *pass_gate(size_t gate, const char *behind_call) {
    static const char kind[] = "host-function-on-device";
    if (!cpudev_self || (behind_call >= __start_cpudev_text && behind_call < __stop_cpudev_text))
        return library_function[gate];
    void *const ours = checked_one(gate_name[gate]);
    if (ours)
        return ours;
    if (!check_repeated(kind, behind_call))
        check_report(
            kind, behind_call,
            "device code calls '%s' of the host's library: a GPU has no such function, and "
            "nvcc refuses to compile the call; write a __device__ function",
            gate_name[gate]);
    return library_function[gate];
}

/* A gate leaves its number in a register that no call uses, and goes to gate_open. There host code
 * goes on at once (on x86-64); else the arguments are kept while pass_gate is asked. */
void check_gate_open(void);

#if defined __x86_64__
__asm__(".text\n"
        ".type check_gate_open, @function\n"
        ".globl check_gate_open\n"
        "check_gate_open:\n"
        "  movq cpudev_self@gottpoff(%rip), %r10\n"
        "  cmpq $0, %fs:(%r10)\n"
        "  jne 1f\n"
        "  leaq library_function(%rip), %r10\n"
        "  jmp *(%r10,%r11,8)\n"
        "1: pushq %rbp\n"
        "  movq %rsp, %rbp\n"
        "  andq $-16, %rsp\n"
        "  subq $192, %rsp\n"
        "  movq %rax, 128(%rsp)\n"
        "  movq %rdi, 136(%rsp)\n"
        "  movq %rsi, 144(%rsp)\n"
        "  movq %rdx, 152(%rsp)\n"
        "  movq %rcx, 160(%rsp)\n"
        "  movq %r8, 168(%rsp)\n"
        "  movq %r9, 176(%rsp)\n"
        "  movaps %xmm0, (%rsp)\n"
        "  movaps %xmm1, 16(%rsp)\n"
        "  movaps %xmm2, 32(%rsp)\n"
        "  movaps %xmm3, 48(%rsp)\n"
        "  movaps %xmm4, 64(%rsp)\n"
        "  movaps %xmm5, 80(%rsp)\n"
        "  movaps %xmm6, 96(%rsp)\n"
        "  movaps %xmm7, 112(%rsp)\n"
        "  movq %r11, %rdi\n"
        "  movq 8(%rbp), %rsi\n"
        "  call pass_gate\n"
        "  movq %rax, %r11\n"
        "  movq 128(%rsp), %rax\n"
        "  movq 136(%rsp), %rdi\n"
        "  movq 144(%rsp), %rsi\n"
        "  movq 152(%rsp), %rdx\n"
        "  movq 160(%rsp), %rcx\n"
        "  movq 168(%rsp), %r8\n"
        "  movq 176(%rsp), %r9\n"
        "  movaps (%rsp), %xmm0\n"
        "  movaps 16(%rsp), %xmm1\n"
        "  movaps 32(%rsp), %xmm2\n"
        "  movaps 48(%rsp), %xmm3\n"
        "  movaps 64(%rsp), %xmm4\n"
        "  movaps 80(%rsp), %xmm5\n"
        "  movaps 96(%rsp), %xmm6\n"
        "  movaps 112(%rsp), %xmm7\n"
        "  movq %rbp, %rsp\n"
        "  popq %rbp\n"
        "  jmp *%r11\n"
        ".size check_gate_open, .-check_gate_open\n");

/* movl $number, %r11d; jmp *4(%rip) */
static const unsigned char gate_code[] = {0x41, 0xbb, 0, 0, 0, 0, 0xff, 0x25, 4, 0, 0, 0};

static void number_gate(unsigned char *gate, uint32_t number) {
    memcpy(gate + 2, &number, sizeof number);
}

enum { TO_SYMBOL = R_X86_64_64, TO_VARIABLE = R_X86_64_GLOB_DAT, TO_CALL = R_X86_64_JUMP_SLOT };
#elif defined __aarch64__
__asm__(".text\n"
        ".type check_gate_open, %function\n"
        ".globl check_gate_open\n"
        "check_gate_open:\n"
        "  stp x29, x30, [sp, #-16]!\n"
        "  mov x29, sp\n"
        "  sub sp, sp, #224\n"
        "  stp q0, q1, [sp]\n"
        "  stp q2, q3, [sp, #32]\n"
        "  stp q4, q5, [sp, #64]\n"
        "  stp q6, q7, [sp, #96]\n"
        "  stp x0, x1, [sp, #128]\n"
        "  stp x2, x3, [sp, #144]\n"
        "  stp x4, x5, [sp, #160]\n"
        "  stp x6, x7, [sp, #176]\n"
        "  str x8, [sp, #192]\n"
        "  mov w0, w16\n"
        "  mov x1, x30\n"
        "  bl pass_gate\n"
        "  mov x16, x0\n"
        "  ldp q0, q1, [sp]\n"
        "  ldp q2, q3, [sp, #32]\n"
        "  ldp q4, q5, [sp, #64]\n"
        "  ldp q6, q7, [sp, #96]\n"
        "  ldp x0, x1, [sp, #128]\n"
        "  ldp x2, x3, [sp, #144]\n"
        "  ldp x4, x5, [sp, #160]\n"
        "  ldp x6, x7, [sp, #176]\n"
        "  ldr x8, [sp, #192]\n"
        "  mov sp, x29\n"
        "  ldp x29, x30, [sp], #16\n"
        "  br x16\n"
        ".size check_gate_open, .-check_gate_open\n");

/* movz w16, #number; ldr x17, 12 bytes on; br x17; nop */
static const uint32_t gate_code[] = {0x52800010, 0x58000071, 0xd61f0220, 0xd503201f};

static void number_gate(unsigned char *gate, uint32_t number) {
    const uint32_t move = gate_code[0] | number << 5;
    memcpy(gate, &move, sizeof move);
}

enum {
    TO_SYMBOL = R_AARCH64_ABS64,
    TO_VARIABLE = R_AARCH64_GLOB_DAT,
    TO_CALL = R_AARCH64_JUMP_SLOT
};
#endif

/* Code, and 16 bytes on the address that it goes to. */
enum { GATE = 24, GATE_TARGET = 16 };

static unsigned char *gates;

/* ---- the program's table of functions -------------------------------------------------------- */

typedef struct {
    uintptr_t bias, begin, end, fixed_begin, fixed_end;
} image;

static int read_program(struct dl_phdr_info *info, size_t size, void *context) {
    image *program = context;
    (void)size;
    *program = (image){.bias = info->dlpi_addr, .begin = UINTPTR_MAX};
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        const uintptr_t begin = info->dlpi_addr + part->p_vaddr, end = begin + part->p_memsz;
        if (part->p_type == PT_LOAD && begin < program->begin)
            program->begin = begin;
        if (part->p_type == PT_LOAD && end > program->end)
            program->end = end;
        if (part->p_type == PT_GNU_RELRO) {
            const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
            program->fixed_begin = begin & -page;
            program->fixed_end = (end + page - 1) & -page;
        }
    }
    return 1; /* the program comes first */
}

/* The dynamic linker may have made addresses of these. */
static uintptr_t dynamic(const image *program, ElfW(Sxword) tag, bool is_address) {
    for (const ElfW(Dyn) *d = _DYNAMIC; d->d_tag != DT_NULL; d++)
        if (d->d_tag == tag)
            return d->d_un.d_ptr +
                   (is_address && d->d_un.d_ptr < program->bias ? program->bias : 0);
    return 0;
}

static void add_gate(const image *program, const char *name, uintptr_t *slot) {
    /* What points into the program is its own, or was not looked up: -z now (driver/link.c). */
    if (!*slot || (*slot >= program->begin && *slot < program->end) || is_harmless(name))
        return;
    if (gate_count == MOST_GATES) {
        cpudev_complain("the program uses more than %d functions of libraries: calls of '%s' and "
                        "others in device code are not seen",
                        MOST_GATES, name);
        return;
    }
    void (*const to)(void) = check_gate_open;
    unsigned char *const gate = gates + GATE * gate_count;
    memcpy(gate, gate_code, sizeof gate_code);
    number_gate(gate, (uint32_t)gate_count);
    memcpy(gate + GATE_TARGET, &to, sizeof to);
    gate_name[gate_count] = name;
    gate_slot[gate_count] = slot;
    library_function[gate_count++] = (void *)*slot;
}

static void add_gates(const image *program, ElfW(Sxword) table_tag, ElfW(Sxword) size_tag) {
    const ElfW(Sym) *symbols = (const ElfW(Sym) *)dynamic(program, DT_SYMTAB, true);
    const char *names = (const char *)dynamic(program, DT_STRTAB, true);
    const ElfW(Rela) *entry = (const ElfW(Rela) *)dynamic(program, table_tag, true);
    for (size_t n = dynamic(program, size_tag, false) / sizeof *entry; n-- > 0; entry++) {
        const unsigned how = ELF64_R_TYPE(entry->r_info);
        const ElfW(Sym) *symbol = &symbols[ELF64_R_SYM(entry->r_info)];
        const unsigned type = ELF64_ST_TYPE(symbol->st_info);
        const bool is_function = type == STT_FUNC || type == STT_GNU_IFUNC;
        if (symbol->st_shndx == SHN_UNDEF &&
            (how == TO_CALL || ((how == TO_VARIABLE || how == TO_SYMBOL) && is_function)))
            add_gate(program, names + symbol->st_name,
                     (uintptr_t *)(program->bias + entry->r_offset));
    }
}

/* Before any code of the program runs. */
static __attribute__((constructor(101))) void close_library(void) {
    const size_t room = (size_t)MOST_GATES * GATE;
    image program = {0};
    dl_iterate_phdr(read_program, &program);
    const size_t fixed = program.fixed_end - program.fixed_begin;
    gates = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (gates == MAP_FAILED ||
        (fixed && mprotect((void *)program.fixed_begin, fixed, PROT_READ | PROT_WRITE) != 0)) {
        cpudev_complain("calls of the host's library in device code are not seen: %m");
        return;
    }
    add_gates(&program, DT_JMPREL, DT_PLTRELSZ);
    add_gates(&program, DT_RELA, DT_RELASZ);
    __builtin___clear_cache((char *)gates, (char *)gates + room);
    if (mprotect(gates, room, PROT_READ | PROT_EXEC) == 0)
        for (size_t i = 0; i < gate_count; i++) /* now that all are there: calls of ours use them */
            *gate_slot[i] = (uintptr_t)(gates + GATE * i);
    else
        cpudev_complain("calls of the host's library in device code are not seen: %m");
    if (fixed)
        mprotect((void *)program.fixed_begin, fixed, PROT_READ);
}
