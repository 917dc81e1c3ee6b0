// Step 4. Raw: increment_mapped.error, before, after (n each). part=failing: of
// increment_mapped what failing.h says.
#include "harness.h"
#include "lab8.h"
#include "inputs.h"
#include "past_end.h"
#include "failing.h"

void harness_main() {
    int n = argument("n");
    bounded_vector<int> in, before(n, 77), after(n, 77);
    in.reserve(n);
    for (int i = 0; i < n; i++)
        in.push_back(hidden_word(hidden_seed(), (size_t)i));
    const char *part = argument_if_any("part");
    if (part && strcmp(part, "failing") == 0) {
        failing("increment_mapped", after,
                [&] { return increment_mapped(in.data(), n, before.data(), after.data()); });
        return;
    }
    if (write_error("increment_mapped",
                    increment_mapped(in.data(), n, before.data(), after.data()))) {
        write_raw("before", before);
        write_raw("after", after);
    }
}
