// Runs before everything.
// refused: the attribute section
__attribute__((section(".preinit_array"))) void (*p)() = nullptr;
