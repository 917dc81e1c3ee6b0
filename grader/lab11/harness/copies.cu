// Step 1: kernel=copyRows or copyColumns: see matrix.h. kernel=answers: what hSectorsPerRequest
// says. Raw: hSectorsPerRequest (LAB11_ASKED).
#include "matrix.h"

void harness_main() {
    const char *kernel = argument_text("kernel");
    if (strcmp(kernel, "answers") == 0) {
        std::vector<int> answers;
        for (int i = 0; i < LAB11_ASKED; i++)
            answers.push_back(hSectorsPerRequest(hidden_stride(hidden_seed(), i),
                                                 hidden_size(hidden_seed(), i),
                                                 hidden_offset(hidden_seed(), i)));
        write_raw("hSectorsPerRequest", answers);
    } else
        test_matrix(kernel, strcmp(kernel, "copyRows") == 0 ? copyRows : copyColumns);
}
