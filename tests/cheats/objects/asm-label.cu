// Takes the place of getenv, by a label.
// refused: assembler text in host code
int f(int) __asm__("getenv"); int f(int) { return 0; }
