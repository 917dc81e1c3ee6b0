/* judge.h - compares what a run of student code wrote with what is right, and explains mistakes.
 *
 * A judge is this engine and the checks of a lab, ../labN/judge/, which define lab_checks and
 * lab_findings. Trusted code: it believes nothing that the
 * run wrote beyond its being numbers, and computes what is expected from the seed and the arguments
 * itself.
 */
#ifndef JUDGE_H
#define JUDGE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- what a run left (run.c) ---------------------------------------------------------------- */

struct finding { /* of the CPU device's checker */
    const char *kind, *kernel, *where, *text;
    int failing; /* the CUDA call that was let fail in that call of a function (failing.c); or 0 */
};

struct run {
    const char *dir;
    uint64_t seed;
    bool gpu;
    const char *ended;  /* "ok", "exit N", or a word and run_student's message */
    const char *output; /* its standard output, at most 64 KiB */
    const char *errors; /* its standard error, the same */
    struct finding *findings;
    size_t finding_count;
    struct finding *refused; /* CUDA calls that returned an error, in order; no findings */
    size_t refused_count;
    struct finding *elsewhere; /* the same of code that is not the student's, with no place */
    size_t elsewhere_count;
    bool checked;                   /* the checker left word, be it that it found nothing */
    bool counted;                   /* the CPU device left its counts, be they none */
    bool found;                     /* it found something, forgiven or not */
    char *arguments, *raw, *counts; /* the texts of those files */
    const char *call; /* "other.": what is judged is the second call, with other sizes; or NULL */
};

/* Reads the files of DIR; missing ones are empty. */
void judge_load(struct run *run, const char *dir);
/* Was the program started with an argument NAME=VALUE? In the second call other.NAME counts first.
 */
bool judge_has_argument(const struct run *run, const char *name);
/* The value of the argument NAME=VALUE that the program was started with; a missing one is a fault
 * of the plan and ends the judge with status 3. */
double judge_argument(const struct run *run, const char *name);
/* The same as a text, up to the end of its line. */
const char *judge_argument_text(const struct run *run, const char *name);
/* Was the program started with part=NAME? */
bool judge_part(const struct run *run, const char *name);
/* The numbers that the program wrote under `name`, in the call that is judged: exactly `count` of
 * them. NULL when there are not: a check says then that the result is missing. */
const double *judge_numbers(const struct run *run, const char *name, size_t count);
/* One number; `missing` when there is none. */
double judge_number(const struct run *run, const char *name, double missing);
/* A count of the CPU device for the kernel whose name contains `kernel`: of its launch number
 * `launch` (from 0). NAN when there is none. */
double judge_count(const struct run *run, const char *kernel, int launch, const char *name);

/* ---- the verdict (verdict.c) ------------------------------------------------------------------
 * A verdict ends its check: pass(), fail() and their kin do not return, whichever function of the
 * check calls them. What "fails when ..." below returns when it is not so: a check is a list of
 * such calls, the likeliest mistake first, and pass() at the end. Memory that a verdict leaves
 * behind is left to the end of the process. */

enum outcome { OUTCOME_NONE, OUTCOME_PASS, OUTCOME_FAIL };

/* See wrong.c's functions below. */
enum { WRONG_TOLD = 8 };
struct wrong_value {
    size_t i;
    double got, expected;
    bool unwritten;
};
struct wrong_values {
    const char *elements;
    size_t size[3], count; /* count: of the wrong ones */
    unsigned char *map;    /* of each element: is it wrong? */
    struct wrong_value first[WRONG_TOLD];
    size_t told;
};

enum { JUDGE_NOTES = 4 };
struct verdict {
    enum outcome outcome;
    const char *diagnosis; /* a name of a mistake, or NULL */
    char message[2000];
    char about[300];     /* what the message begins with: of which call it is */
    char measured[2000]; /* members of a JSON object */
    bool counted;        /* failed by what was counted, which no device's speed changes */
    const char *claim;   /* what explains the numbers (see below); NULL: nothing does, or a fact */
    struct wrong_values wrong;
    char *notes[JUDGE_NOTES]; /* what is said behind the message if the check fails now */
    int note_count;
    bool by_counts; /* `counted`, if it fails now */
};

_Noreturn void pass(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void fail(const char *diagnosis, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- what is claimed ----
 * A name, or a text that explains, that follows from the numbers is a claim: that it holds for one
 * run's numbers may be chance. The same program is run once more with other hidden inputs (`stage
 * proof`), and the claim stands when the same check makes it there too. Two claims are the same
 * when their names are, or those texts that hold no numbers. What the checker found, how the run
 * ended and what a call that was let fail showed are facts of the run. */

/* fail() with a name makes a claim. The same without a name, of a text that explains: */
_Noreturn void fail_claim(const char *diagnosis, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The same where what is claimed is said by `claim`. */
_Noreturn void fail_claiming(const char *diagnosis, const char *claim, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A name that is none: it says what the run showed whatever the numbers are. */
_Noreturn void fail_fact(const char *diagnosis, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* From now on this claim alone may be made (an empty one: none), for another one does not hold with
 * other inputs. */
void judge_agree(const char *claim);
/* May this claim be made? */
bool judge_may_claim(const char *claim);
/* Puts what it is about before the message. */
void judge_begin_with_about(struct verdict *v);
/* In the place of a claim that may not be made: what is wrong, and no word of why. */
void judge_withdraw(struct verdict *v);

/* A sentence that stands behind the message if the check fails from here on, until the note ends;
 * the last one before those that were noted earlier. */
void judge_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
void judge_note_ends(void);
/* Is it by what was counted if the check fails from here on? */
void judge_by_counts(bool so);
/* A number worth keeping in the record. */
void measured(const char *name, double value);

/* Asks a check of the run; what it says is *v. OUTCOME_NONE: it returned, without a verdict. */
struct check;
enum outcome judge_check(struct verdict *v, const struct check *check, const struct run *run);
/* The same of anything else that may end with a verdict. */
enum outcome judge_ask(struct verdict *v, void (*judge)(const void *context), const void *context);
/* Would this fail? Then *found is the verdict, and the check that asks goes on. */
bool judge_would_fail(struct verdict *found, void (*judge)(const void *context),
                      const void *context);
/* Fails with a verdict that was found so. */
_Noreturn void judge_fail_as(const struct verdict *found);
/* The verdict of the check that is asked, for the engine. */
struct verdict *judge_verdict(void);

/* Prints behind what `text` of `size` bytes holds. */
void judge_append(char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Lists the places of `value` among values[count], "7, 12 to 15 and others"; their number. */
size_t judge_list(const double *values, size_t count, double value, char *list, size_t size);
/* More words behind the message of a verdict that is there. */
void judge_add(struct verdict *v, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Prints the verdict as JSON. */
void judge_print(FILE *out, struct verdict *v, const char *id);

/* ---- what a lab defines (labN.c) ------------------------------------------------------------- */

struct check {
    const char *name;
    void (*judge)(const struct run *run); /* ends with pass() or fail() */
    const char *forgives; /* a kind of finding, or its last word, that another test judges; "*":
                             all; NULL: none */
};
extern const struct check lab_checks[]; /* ends with a NULL name */

/* A mistake that a finding of the CPU device shows. */
struct finding_rule {
    /* containing: in the finding's text or kernel, "kernel NAME": its kernel; NULL: any. Of kind
     * "stopped", what the CPU device says of a kernel that it stopped: "WORDS|WORDS", both of them
     */
    const char *kind, *containing;
    const char *diagnosis, *advice;
};
extern const struct finding_rule lab_findings[]; /* tried before the common ones; ends with NULL */

/* Has this thread of the kernel's grid, x, y and z, an element to work on? False where nobody
 * knows. */
bool lab_has_work(const struct run *run, const char *kernel, const long at[3]);

/* ---- the end (ended.c) ----------------------------------------------------------------------- */

/* Fails for a run that did not come to its end, or that does not say what the checker saw. */
void judge_end(const struct run *run);

/* ---- CUDA calls that fail (failing.c) -------------------------------------------------------- */

/* A check of every lab: of a run with calls=NAME,NAME... each of these functions handed on that a
 * CUDA call failed, and left nothing behind. */
void judge_failing(const struct run *run);
/* Says in v, by which such a run did not come to its end, in which call that was. */
void judge_ended_failing(const struct run *run, struct verdict *v);
/* Of its findings those of calls in which one failed: the others are of other tests. */
void judge_keep_failing(struct run *run);

/* ---- findings (findings.c) ------------------------------------------------------------------- */

/* Fails for the run's findings, with the first rule that fits one of them. Returns when there are
 * none. */
void judge_findings(const struct run *run);
/* A finding as a sentence. */
void judge_describe(const struct run *run, const struct finding *f, char *out, size_t size);
/* Fails for a finding in shared memory where the source shows a barrier that some threads of the
 * block do not come to (barriers.c). */
void judge_barriers(const struct run *run);
/* Is this file, "NAME" or "NAME:LINE" of so many letters, the student's? */
bool judge_is_students(const struct run *run, const char *file, size_t length);
/* Adds the first call of the student's that returned an error, unless v tells one already: nobody
 * may have asked. */
void judge_add_refused(const struct run *run, struct verdict *v);
/* Does the finding say by itself what is wrong, better than the numbers that came of it? */
bool judge_is_telling(const struct finding *finding);
/* Was memory overrun that has a size? Its bytes: too few tell what was miscounted. */
bool judge_overrun(const struct run *run, size_t *bytes);
/* The access past the end of memory that ended a kernel: thread (x, y, z) of its grid, the byte
 * from the memory's start, and the memory's size. */
struct fault {
    long x, y, z;
    size_t offset, bytes;
    bool writes;
};
bool judge_fault(const struct run *run, const char *kernel, struct fault *fault);
/* Was a variable of so many bytes in shared memory read before anybody wrote it? */
bool judge_uninitialized_shared(const struct run *run, size_t bytes);
/* Is there a finding of this kind with these words in its text? */
bool judge_has_finding(const struct run *run, const char *kind, const char *containing);

/* Did a call of CUDA's or a launch return an error for a reason with these words? On a GPU nobody
 * knows the reasons. */
bool judge_was_refused(const struct run *run, const char *words);

/* ---- helpers of checks ----------------------------------------------------------------------- */

/* Fails when the call NAME (written as "NAME.error") did not return cudaSuccess or did not come
 * back at all. */
void judge_succeeded(const struct run *run, const char *name);
/* The same where the harness wrote the result under another key than the student's function is
 * called: "KEY.error". */
void judge_call_succeeded(const struct run *run, const char *key, const char *name);
/* The name of a CUDA error, whatever number a program wrote. */
const char *judge_error_name(double error);

/* Fails unless the run wrote `count` numbers `name` that are `expected`, each within `tolerance`
 * times its magnitude (0: exactly). By that order: the call NAME failed (where the harness wrote
 * NAME.error), results that nobody wrote (still the harness's `canary`), the first wrong ones. A
 * plain check is this line and pass(). In a run with a second call (other.*) both are asked, each
 * by itself. */
void judge_values(const struct run *run, const char *name, const double *expected, size_t count,
                  double tolerance, double canary);

/* ---- which values are wrong (wrong.c) ----------------------------------------------------------
 * The record of a test that fails keeps the first of them beside the right ones, and where all lie:
 * `measured.wrong_values`. A check says what it compares, then each element that is not right. */

/* What is compared from now on: `elements` ("texels"), x * y * z of them; x runs fastest. */
void judge_field(const char *elements, size_t x, size_t y, size_t z);
/* Element i is `got`, and is to be `expected`. */
void judge_wrong(size_t i, double got, double expected);
/* The same for those that are unwritten, of a list (y is 1) or a picture. */
void judge_never_written(const char *elements, size_t x, size_t y, const double *values,
                         double canary);
/* What was noted, a sentence: how many are wrong, and the first. Empty when nothing was. */
void judge_say_wrong(const struct verdict *v, char *text, size_t size);
/* Prints the member of `measured`, with a comma before it where one is due. */
void judge_print_wrong(FILE *out, const struct verdict *v);

/* ---- what nobody wrote (unwritten.c) --------------------------------------------------------- */

/* NaN, as fresh device memory is, or the value the harness put there before the call. */
bool judge_is_unwritten(double value, double canary);
/* Fails when some of the `count` results of `call` were never written, by where these lie: none
 * written, from an index on, the first ones, all but every n-th. `elements` is their name in the
 * plural ("samples"). */
void judge_unwritten(const struct run *run, const char *call, const char *elements,
                     const double *values, size_t count, double canary);
/* The same for a picture of height rows of `width` values: whole columns or rows. */
void judge_unwritten_picture(const struct run *run, const char *call, const double *values,
                             size_t width, size_t height, double canary);
/* Fails when a kernel that the harness launched left all of its results as they were. */
void judge_still_to_write(const char *kernel, const double *values, size_t count, double canary);

/* ---- what is behind wrong results: families of models (family.c) -------------------------------
 * A solution with mistakes is a choice along independent dimensions: 0 is what was asked, 1 ..
 * count a deviation that people make there. */

struct deviation {
    const char *diagnosis, *text; /* whole sentences: what is done, what is asked, the remedy */
};
struct dimension {
    const struct deviation *values;
    int count;
};
#define DIMENSION(values)                                                                          \
    { values, (int)(sizeof(values) / sizeof *(values)) }
enum { FAMILY_DIMENSIONS = 24, FAMILY_BEST = INT_MAX };
struct family {
    const struct dimension *dimensions;
    int count, most; /* most: deviations at once */
    /* How much of what came back the choice accounts for; 0: too little to be it; FAMILY_BEST: no
     * other choice is tried. */
    int (*fits)(const int *choice, const void *context);
};
/* Is there a choice that fits? Of the choices with the fewest deviations the one that accounts for
 * most, earlier dimensions first. */
struct explained {
    const char *diagnosis;
    char text[1500]; /* of its deviations, a blank before each */
};
bool judge_explains(const struct family *family, const void *context, struct explained *found);
/* Fails with it behind `what`, a sentence. Returns when none fits. */
void judge_explain(const char *what, const struct family *family, const void *context);

/* A mistake may stand where it happens, a line: its value in the place of what is asked, its name
 * (or NULL) and its sentence. A dimension is then a function that takes `struct choice *c`:
 *
 *     static uint32_t term(struct choice *c, uint32_t word, uint32_t a, uint32_t k) {
 *         INSTEAD(word * (a + k), NULL, "a[i] and k are added: ...");
 *         INSTEAD(word * a, NULL, "The factor is a[i] alone: ...");
 *         ASKED(word * (a ^ k));
 *     }
 *
 * Both return. Which lines a call comes to may depend on the run, and on nothing that is another
 * for another value. The first line is tried first. */
struct choice {
    int number, seen, count; /* number: of the line that is taken; 0: what is asked */
    const char *diagnosis, *text;
};
#define INSTEAD(value, name, sentence)                                                             \
    if (++c->seen == c->number)                                                                    \
    return c->seen = 0, c->diagnosis = (name), c->text = (sentence), (value)
/* The same where a macro gives name and sentence. */
#define INSTEAD_NAMED(value, ...) INSTEAD(value, __VA_ARGS__)
#define ASKED(value) return c->count = c->seen, c->seen = 0, (value)

/* A family whose choices give every single value that came back. */
struct value_family {
    const struct dimension *dimensions; /* NULL: they are lines */
    int count, most;
    const double *got; /* the student's results */
    size_t got_count;
    double tolerance;
    /* Called once before the values of a choice; false: there is no such choice. May be NULL. */
    bool (*prepare)(void *context, const int *choice);
    double (*value)(const void *context, const int *choice, size_t i);
    void *context;
    /* In the place of `value`, with a choice for each dimension, where they are lines. */
    double (*with)(const void *context, struct choice *choices, size_t i);
};
/* The lines that a choice takes, of `count` dimensions. */
void judge_choose(const int *choice, int count, struct choice *choices);
/* The value with these choices. */
double judge_value(const struct value_family *family, const int *choice, size_t i);
/* The lines of such a family, as dimensions of so many. */
void judge_list_lines(const struct value_family *family, struct dimension *dimensions);
/* The same for such a family; `what` is the student's function. */
void judge_explain_values(const char *function, const struct value_family *family);
/* Fails when all results, which differ, are off by the same amount or by the same factor: what is
 * left when no choice fits. */
void judge_constant(const char *function, const struct value_family *family);

/* ---- the technique (technique.c) ---------------------------------------------------------------
 * From the counts of the CPU device (labs/cpu/COUNTS.md); on a GPU's own run these say nothing. */

struct count {
    char kernel[256], name[64];
    int launch;
    double value;
};
/* The next count of `text`, which then begins behind it; lines that are none are left out. False
 * when there is none. */
bool judge_next_count(const char **text, struct count *count);

/* Sum of a count over all launches of kernels whose name contains `kernel` ("": all). */
double judge_total(const struct run *run, const char *kernel, const char *name);
/* How often such kernels were launched. */
int judge_launches(const struct run *run, const char *kernel);
/* Fails when the count `name` ("texture.accesses") is below `least` over the whole run of
 * `function`, what its results cannot be had without; `what` is what it counts, in words ("texture
 * fetches"). */
void judge_used(const struct run *run, const char *function, const char *name, double least,
                const char *what);
/* Of the `count` results `name`, or those that `of` marks, how many became greater by `more` (NAN:
 * became others) while each fetch or word delivered so much more; *asked: how many there are. */
size_t judge_followers(const struct run *run, const char *name, size_t count, const bool *of,
                       double more, size_t *asked);
/* Fails when less than half of the `count` results `name` became greater by `more` while each
 * fetch (or word of constant memory) delivered so much more (harness.h, check/disturb.c): they came
 * from elsewhere, and what the CPU device counted was done for show. */
#define JUDGE_MORE_FLOAT 3.0
#define JUDGE_MORE_WORD 12345.0
void judge_follows(const struct run *run, const char *function, const char *name, size_t count,
                   double more, const char *what);
/* The same where the change is no sum: each of half of the results is another one. */
void judge_changes(const struct run *run, const char *function, const char *name, size_t count,
                   const char *what);
/* Fails when the run, which called `function` so often, launched fewer kernels. */
void judge_launched(const struct run *run, const char *function, int calls);
/* Fails when the count `name` is not 0. */
void judge_not_used(const struct run *run, const char *function, const char *name,
                    const char *what);
/* Fails when the run launched a kernel. */
void judge_launched_nothing(const struct run *run, const char *function);

/* ---- tables of times (timing.c) -------------------------------------------------------------- */

struct judge_times {
    const char *function;       /* that makes the table */
    const char *const *kernels; /* that it is to launch */
    int kernel_count, rows;     /* rows: of each kernel */
    int own;                    /* launches that the harness made itself, after the function */
    double bytes;               /* that a launch stores at least, in words of 4; 0: any number */
    bool by_any;                /* kernels of other names may be timed in their place */
};
/* Fails when a kernel is not launched, too seldom, or timed from its first launch on. */
void judge_launches_timed(const struct run *run, const struct judge_times *times);
/* Times that a submission reports, of kernel_count * rows launches, row i of kernel i %
 * kernel_count, in milliseconds; or, with `bytes`, that follow from 10^9 bytes a second of so many
 * bytes. Are they what the submission's own events measured? Fails when they are that in another
 * unit, divided wrongly, or another kernel's: no clock of a busy machine has a say. False: events
 * were not used, or not so that it can be told. */
bool judge_times_reported(const struct run *run, const struct judge_times *times, const double *ms,
                          double bytes);
/* Fails when all times, means of the same number of launches, are those of whole milliseconds. */
void judge_times_whole(const char *function, const double *ms, size_t count);
/* Fails when `time`, of one launch, is far from what the harness measured: least to most. */
void judge_times_plausible(const char *function, double time, double least, double most);

/* ---- the file of a lab's write_csv (csv.c) --------------------------------------------------- */

/* The file that write_csv made of the harness' rows, a string. Fails when there is
 * none, or its first line is not `header` (which ends with a line's end). */
const char *judge_csv_text(const struct run *run, const char *header);
/* The start of line `number`, from 0, the header; empty when there are not so many. */
const char *judge_csv_line(const char *text, int number);
/* Does the line begin with `words`, a comma, and these `count` numbers with commas between? */
struct csv_number {
    double value, tolerance;
};
bool judge_csv_row(const char *line, const char *words, const struct csv_number *numbers,
                   int count);
/* Fails when the line holds what is `expected`, in other columns than the header says. */
void judge_csv_columns(const char *header, const char *line, const char *expected);
/* Fails: the file of write_csv still holds what a call before wrote. */
void judge_csv_appended(void);
/* Fails when the file has not one line a row behind the header, of as many columns, parted by
 * commas. */
void judge_csv_shape(const char *text, int rows);
/* Fails unless write_csv of no rows (csv_none, none_length, none_text) wrote the header's line,
 * given without its end, and nothing else. */
void judge_csv_none(const struct run *run, const char *header);
/* Ends the check: fails when write_csv did not return -1 for a path that cannot be, else
 * passes. */
void judge_csv_end(const struct run *run);
/* Fails unless write_csv returned -1 for a file that can be opened and not be written. */
void judge_csv_full(double returned);

#endif
