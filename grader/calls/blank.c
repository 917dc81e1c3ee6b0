/* What stands for an object, and linked for a program. */
__attribute__((used, section("gpu_labs_call"))) static const char mark[] =
    "gpu-labs-call-0000000000000000-0000";

#ifdef PROGRAM
int main(void) {
    return 0;
}
#endif
