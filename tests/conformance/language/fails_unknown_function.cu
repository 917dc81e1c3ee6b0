// fails: cudaFrobnicate
int main() { return cudaFrobnicate(3); }
