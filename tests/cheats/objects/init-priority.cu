// Runs before the harness has opened its files.
// refused: the attribute init_priority
struct A { A(); } ; A::A() { volatile int x = 1; (void)x; } A a __attribute__((init_priority(101)));
