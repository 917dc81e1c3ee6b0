// fails: fails_shared_on_host.cu:3:5: error: a __shared__ variable in host code
int main() {
    __shared__ float tile[16];
    tile[0] = 1;
}
