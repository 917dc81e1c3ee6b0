// The same: to gcc a backslash continues a line although blanks follow it.
// refused: a line marker \(#
/\ 
* R"x( */
# 44 "/usr/include/x86_64-linux-gnu/sys/io.h" 1 3
static int unseen(int n) { asm volatile("nop; nop" : "+r"(n)); return n; }
int seven = unseen(7);
// )x"
