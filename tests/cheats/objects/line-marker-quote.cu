// The same: in the name of a header a backslash says nothing.
// refused: a line marker \(#
#if __has_include("a\") /* " R"( */
#endif
# 44 "/usr/include/x86_64-linux-gnu/sys/io.h" 1 3
static int unseen(int n) { asm volatile("nop; nop" : "+r"(n)); return n; }
int seven = unseen(7);
// )"
