// Step 5. part=kernel: transposeBanks, see matrix.h. part=answers: hTurnsPerRequest (LAB11_ASKED,
// of strides from 0 on). part=host: hTranspose.error, hTranspose (rows * columns). part=failing: of
// hTranspose what failing.h says.
#include "matrix.h"

void harness_main() {
    const char *part = argument_text("part");
    if (strcmp(part, "kernel") == 0) {
        test_matrix("transposeBanks", transposeBanks);
        return;
    }
    if (strcmp(part, "answers") == 0) {
        std::vector<int> answers;
        for (int i = 0; i < LAB11_ASKED; i++)
            answers.push_back(hTurnsPerRequest(i));
        write_raw("hTurnsPerRequest", answers);
        return;
    }
    const int rows = argument("rows"), columns = argument("columns"), n = rows * columns;
    const std::vector<float> matrix = hidden_matrix(n);
    bounded_vector<float> in(matrix.begin(), matrix.end()), out(n, LAB11_UNWRITTEN);
    if (strcmp(part, "failing") == 0)
        failing("hTranspose", out,
                [&] { return hTranspose(in.data(), out.data(), rows, columns); });
    else if (write_error("hTranspose", hTranspose(in.data(), out.data(), rows, columns)))
        write_raw("hTranspose", out);
}
