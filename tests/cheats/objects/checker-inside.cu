// Calls what is inside the checker.
// refused: check_settle is inside the CPU device
extern "C" void check_settle(); void f() { check_settle(); }
