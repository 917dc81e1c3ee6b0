/* The solution, by its full path. */
#include SECRET
int main(void) {}
