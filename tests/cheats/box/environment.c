/* Prints the environment it was given. */
#include <stdio.h>
extern char **environ;
int main(void) {
    for (char **name = environ; *name; ++name)
        puts(*name);
}
