// No attack: what the attacks are linked with, and would take the place of.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <vector>

int main() {
    std::vector<double> values;
    const double value = getenv("HOME") ? 1 : 2;
    values.push_back(value);
    printf("%g\n", values[0]);
    return (int)write(1, "x", 1);
}
