/* The solution as data of the program. */
#include <stdio.h>
__asm__(".section .rodata\nsecret: .incbin \"" SECRET "\"\n.byte 0\n.text");
extern const char secret[];
int main(void) {
    printf("GOT %s\n", secret);
}
