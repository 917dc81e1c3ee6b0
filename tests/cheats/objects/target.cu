// Instructions that this file is not compiled for: loads that gather, unseen.
// refused: the attribute target changes how the code is checked
__attribute__((target("avx2"))) int f(int a) {
    return a + 1;
}
