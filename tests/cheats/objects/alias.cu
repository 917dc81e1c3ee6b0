// Two names for one function.
// refused: the attribute alias
extern "C" void f() {} extern "C" void cudaDeviceReset_() __attribute__((alias("f")));
