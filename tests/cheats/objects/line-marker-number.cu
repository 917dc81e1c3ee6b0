// The same: R is part of a number.
// refused: a line marker \(#
#if 0
1e+R"("
#endif
# 44 "/usr/include/x86_64-linux-gnu/sys/io.h" 1 3
static int unseen(int n) { asm volatile("nop; nop" : "+r"(n)); return n; }
int seven = unseen(7);
// )"
