// A function of CUDA that the device does not have: one line names it.
// device: cpu
// fails: cudaGraphLaunch: the CPU device has no graphs
int main() {
    cudaGraphExec_t graph = NULL;
    return cudaGraphLaunch(graph, 0);
}
