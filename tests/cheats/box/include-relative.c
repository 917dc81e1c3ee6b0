/* The solution, by where it should lie from here. */
#if __has_include("../../kit/solutions/secret.h")
#include "../../kit/solutions/secret.h"
#error GOT the solution
#endif
#include "../kit/solutions/secret.h"
int main(void) {}
