1i #include <setjmp.h>\n#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <pthread.h>\n#include <cuda_runtime.h>\nstatic void attack(void);
/^cudaError_t make_row(/ s/{$/{\n    attack();/
