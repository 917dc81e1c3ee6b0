/* The CSV file that a lab's write_csv(path, rows, count) made of known rows. */
#include "judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CSV_LIMIT = 4000 };

const char *judge_csv_text(const struct run *run, struct verdict *v, const char *header) {
    static char text[CSV_LIMIT + 1];
    double length = judge_number(run, "csv_length", 0);
    const double *bytes =
        length >= 1 && length <= CSV_LIMIT ? judge_numbers(run, "csv_text", (size_t)length) : NULL;
    size_t size = bytes ? (size_t)length : 0;
    for (size_t i = 0; i < size; i++)
        text[i] = bytes[i] >= 1 && bytes[i] < 256 ? (char)(unsigned char)bytes[i] : '?';
    text[size] = '\0';
    enum outcome outcome = OUTCOME_NONE;
    if (judge_number(run, "csv", NAN) == 0 && !*text)
        outcome = fail(v, NULL,
                       "write_csv returns 0, and nothing is in the file: close it, fclose(file), "
                       "which writes what was printed, and say -1 when that fails.");
    else if (judge_number(run, "csv", NAN) == -1 && !*text)
        outcome = fail(v, NULL,
                       "write_csv returns -1 and writes no file where it can be made: either it is "
                       "still to be written, or what it returns is upside down (0: written).");
    else if (judge_number(run, "csv", NAN) != 0 || !*text)
        outcome = fail(
            v, NULL,
            "write_csv wrote no file: it is to return 0 and write the header and one line a row.");
    else if (strncmp(text, header, strlen(header)) != 0)
        outcome = fail(v, NULL, "The first line is to be \"%.*s\", it is \"%.*s\".",
                       (int)strcspn(header, "\n"), header, (int)strcspn(text, "\n"), text);
    return outcome == OUTCOME_NONE ? text : NULL;
}

const char *judge_csv_line(const char *text, int number) {
    for (; number > 0; number--) {
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return text;
}

bool judge_csv_row(const char *line, const char *words, const struct csv_number *numbers,
                   int count) {
    if (strncmp(line, words, strlen(words)) != 0)
        return false;
    line += strlen(words);
    for (int i = 0; i < count; i++) {
        char *end;
        if (*line++ != ',')
            return false;
        double got = strtod(line, &end);
        if (end == line || !(fabs(got - numbers[i].value) <= numbers[i].tolerance))
            return false;
        line = end;
    }
    return true;
}

enum outcome judge_csv_end(const struct run *run, struct verdict *v) {
    if (judge_number(run, "csv_bad", 0) != -1)
        return fail(v, NULL, "write_csv returns %.0f when the file cannot be made, expected -1.",
                    judge_number(run, "csv_bad", 0));
    return pass(v, "The file holds the rows, and a bad path is told.");
}
