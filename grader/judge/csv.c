/* The CSV file that a lab's write_csv(path, rows, count) made of known rows. */
#include "judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CSV_LIMIT = 4000 };

const char *judge_csv_text(const struct run *run, const char *header) {
    static char text[CSV_LIMIT + 1];
    double length = judge_number(run, "csv_length", 0);
    const double *bytes =
        length >= 1 && length <= CSV_LIMIT ? judge_numbers(run, "csv_text", (size_t)length) : NULL;
    size_t size = bytes ? (size_t)length : 0;
    for (size_t i = 0; i < size; i++)
        text[i] = bytes[i] >= 1 && bytes[i] < 256 ? (char)(unsigned char)bytes[i] : '?';
    text[size] = '\0';
    if (judge_number(run, "csv", NAN) == 0 && !*text)
        fail(NULL, "write_csv returns 0, and nothing is in the file: close it, fclose(file), "
                   "which writes what was printed, and say -1 when that fails.");
    else if (judge_number(run, "csv", NAN) == -1 && !*text)
        fail(NULL, "write_csv returns -1 and writes no file where it can be made: either it is "
                   "still to be written, or what it returns is upside down (0: written).");
    else if (judge_number(run, "csv", NAN) != 0 && *text)
        fail(NULL,
             "write_csv writes the file and returns %.0f: it is to return 0 when the "
             "file is written, and -1 when it cannot be.",
             judge_number(run, "csv", NAN));
    else if (judge_number(run, "csv", NAN) != 0 || !*text)
        fail(NULL,
             "write_csv wrote no file: it is to return 0 and write the header and one line a row.");
    else if (strncmp(text, header, strlen(header)) != 0)
        fail(NULL, "The first line is to be \"%.*s\", it is \"%.*s\".", (int)strcspn(header, "\n"),
             header, (int)strcspn(text, "\n"), text);
    return text;
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

enum { MOST_COLUMNS = 8 };
struct column {
    const char *text;
    size_t length;
};

/* The columns of a line, without the blanks around them. */
static int columns_of(const char *line, struct column *columns) {
    static const char blank[] = " \t\r";
    int count = 0;
    for (const char *end = line; count < MOST_COLUMNS; line = end + 1) {
        line += strspn(line, blank);
        end = line + strcspn(line, ",\n");
        size_t length = (size_t)(end - line);
        while (length && strchr(blank, line[length - 1]))
            length--;
        columns[count++] = (struct column){line, length};
        if (*end != ',')
            return count;
    }
    return 0;
}

/* The same word, or the same number to some digits. */
static bool same_column(struct column got, struct column expected) {
    char *got_end, *end;
    if (got.length == expected.length && strncmp(got.text, expected.text, got.length) == 0)
        return true;
    const double a = strtod(got.text, &got_end), b = strtod(expected.text, &end);
    return got.length && got_end == got.text + got.length &&
           end == expected.text + expected.length && fabs(a - b) <= 1e-2 * fabs(b);
}

void judge_csv_columns(const char *header, const char *line, const char *expected) {
    struct column got[MOST_COLUMNS], owed[MOST_COLUMNS];
    const int count = columns_of(expected, owed);
    bool moved = false, used[MOST_COLUMNS] = {false};
    if (columns_of(line, got) != count)
        return;
    for (int i = 0; i < count; i++) {
        int place = same_column(got[i], owed[i]) ? i : 0;
        while (place < count && (used[place] || !same_column(got[i], owed[place])))
            place++;
        if (place == count)
            return;
        used[place] = true;
        moved |= place != i;
    }
    if (!moved)
        return;
    fail(NULL,
         "The columns are exchanged: a row is \"%.*s\", and the header says %s, expected "
         "%s.",
         (int)strcspn(line, "\n"), line, header, expected);
}

/* How often `c` stands in the line. */
static int count_in(const char *line, char c) {
    int count = 0;
    for (; *line && *line != '\n'; line++)
        count += *line == c;
    return count;
}

static bool same_line(const char *a, const char *b) {
    const size_t length = strcspn(a, "\n");
    return length == strcspn(b, "\n") && strncmp(a, b, length) == 0;
}

void judge_csv_appended(void) {
    fail("appended",
         "The file was written before, and its old lines are still there: a second call "
         "of write_csv appends to it. Open it with \"w\", which begins it anew.");
}

void judge_csv_shape(const char *text, int rows) {
    static const struct {
        char c;
        const char *name;
    } others[] = {{';', "semicolons"}, {'\t', "tabs"}, {'|', "bars"}, {' ', "blanks"}};
    const int commas = count_in(text, ',');
    const char *line = judge_csv_line(text, 1);
    int lines = 0, all = 0, headers = 0;
    for (const char *next = line; *next; next = judge_csv_line(next, 1)) {
        lines += strspn(next, " \t\r") != strcspn(next, "\n");
        all += count_in(next, ',');
        headers += same_line(next, text);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (count_in(line, ',') < commas && count_in(line, others[i].c) >= commas)
            fail(NULL,
                 "The columns of a row are parted by %s, and the header's by commas: \"%.*s\".",
                 others[i].name, (int)strcspn(line, "\n"), line);
    if (lines == 0)
        fail(NULL, "The header is there, and none of the %d rows.", rows);
    if (lines == 1 && rows > 1 && all == rows * commas)
        fail(NULL, "All %d rows stand in one line, \"%.60s...\": end each with \\n.", rows, line);
    if (count_in(line, ',') != commas)
        fail(NULL, "A row has %d columns, and the header %d: \"%.*s\".", count_in(line, ',') + 1,
             commas + 1, (int)strcspn(line, "\n"), line);
    /* One row was written there before, with a header or without. */
    if (lines > rows &&
        (headers || (lines == rows + 1 && same_line(line, judge_csv_line(line, 1))))) {
        judge_csv_appended();
        return;
    }
    if (lines != rows)
        fail(NULL, "There are %d lines behind the header, for %d rows: one line a row.", lines,
             rows);
}

void judge_csv_none(const struct run *run, const char *header) {
    const double returned = judge_number(run, "csv_none", NAN),
                 length = judge_number(run, "none_length", 0);
    const double *bytes =
        length >= 1 && length <= CSV_LIMIT ? judge_numbers(run, "none_text", (size_t)length) : NULL;
    const size_t wanted = strlen(header);
    size_t same = 0;
    while (bytes && same < wanted && same < (size_t)length && bytes[same] == header[same])
        same++;
    bool alone = same == wanted;
    for (size_t i = wanted; alone && i < (size_t)length; i++)
        alone = bytes[i] == '\n' || bytes[i] == '\r';
    if (isnan(returned))
        fail(NULL, "write_csv did not come back from a call with no rows.");
    if (returned == 0 && alone)
        return;
    fail(NULL,
         "write_csv of no rows (count 0) returns %.0f and writes %s: it is to return 0 and "
         "write the line of the header alone.",
         returned,
         !bytes  ? "nothing"
         : alone ? "the header"
                 : "something else than the header");
}

void judge_csv_full(double returned) {
    if (isnan(returned))
        fail(NULL, "write_csv did not come back from a disk that is full.");
    if (returned == -1)
        return;
    fail("full-disk",
         "write_csv returns %.0f where the disk is full (/dev/full), expected -1: what is "
         "printed is only kept until the file is flushed or closed. Look at what fclose(file) "
         "returns, or, of an ofstream, at its state after close().",
         returned);
}

void judge_csv_end(const struct run *run) {
    if (judge_number(run, "csv_bad", 0) != -1)
        fail(NULL, "write_csv returns %.0f when the file cannot be made, expected -1.",
             judge_number(run, "csv_bad", 0));
    judge_csv_full(judge_number(run, "csv_full", NAN));
    pass("The file holds the rows, and a bad path is told.");
}
