/* How a run ended. Only one that came to its end by itself, and says what the checker saw, has
 * results to look at. */
#include "judge.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A program that the checker found fault with ends with status 86. One whose harness did not come
 * to its last word, and the checker with it, was ended by somebody else, and what they saw is not
 * known. */
static void judge_silence(const struct run *run, bool found) {
    if (found && !run->found)
        fail_fact(NULL,
                  "The program ended with exit status 86, which says that the CPU device found "
                  "mistakes, and none was told. Return from your functions instead of ending the "
                  "program.");
    if (!run->checked && !run->gpu)
        fail_fact(NULL,
                  "The program ended, and what the CPU device saw in it is missing. Return from "
                  "your functions instead of ending the program.");
    if (judge_number(run, "kept", 1) == 0 && !run->finding_count)
        fail_fact(NULL, "Device memory of your caller's is not what it was when the program ended: "
                        "something writes outside its own memory, or cudaDeviceReset took it all.");
}

/* The lab's rule for a kernel that the CPU device stopped with these words; NULL: there is none. */
static const struct finding_rule *rule_for(const char *fault) {
    for (const struct finding_rule *rule = lab_findings; rule->kind; rule++) {
        const char *both = rule->containing ? strchr(rule->containing, '|') : NULL;
        char kernel[60] = "";
        if (strcmp(rule->kind, "stopped") != 0 || !both)
            continue;
        snprintf(kernel, sizeof kernel, "%.*s", (int)(both - rule->containing), rule->containing);
        if (strstr(fault, kernel) && strstr(fault, both + 1))
            return rule;
    }
    return NULL;
}

/* Copies text; of a file's path the name alone stays: the folders are the grading machine's. */
static void copy_without_folders(char *to, size_t size, const char *text) {
    char *const end = to + size - 1;
    while (*text && to < end) {
        const size_t before = strspn(text, " \t\n\r([<\"'`");
        const char *word = text + before;
        size_t length = strcspn(word, " \t\n\r)]>\"'`,;");
        const char *name = word;
        /* As the compiler was given it, from its object's folder; there may be blanks before. */
        const char *up = strstr(word, "/../");
        if (*word == '/' && up && (size_t)(up - word) < strcspn(word, ":\n"))
            length = (size_t)(up - word) + strcspn(up, " \t\n\r)]>\"'`,;");
        for (const char *c = word; (*word == '/' || *word == '.') && c < word + length; c++)
            if (*c == '/' && c + 1 < word + length)
                name = c + 1;
        to += snprintf(to, (size_t)(end - to) + 1, "%.*s%.*s", (int)before, text,
                       (int)(word + length - name), name);
        text = word + length;
        if (*text && strchr(")],;>", *text) && to < end)
            *to++ = *text++;
        to = to < end ? to : end;
    }
    *to = '\0';
}

void judge_end(const struct run *run) {
    bool found = strcmp(run->ended, "exit 86") == 0;
    const char *message = strchr(run->ended, ' ');
    static const char fault_mark[] = "cpu-device: error: ";
    const char *fault = strstr(run->errors, fault_mark);
    if (fault)
        fault += strlen(fault_mark);
    if (judge_number(run, "reset", 0) != 0)
        fail_fact("device-reset",
                  "A function of yours calls cudaDeviceReset, which takes all memory of the "
                  "program, its caller's too. Free and destroy what the function itself made, "
                  "and no more.");
    if (found || strcmp(run->ended, "ok") == 0) {
        judge_silence(run, found);
        return;
    }
    if (strncmp(run->ended, "stopped ", 8) == 0 && !run->finding_count)
        fail_fact(NULL,
                  "The program did not come to its end: the CPU device ended it for a mistake "
                  "that another test names.");
    if (strncmp(run->ended, "unsaid ", 7) == 0)
        fail_fact(NULL,
                  "The program ended with exit status%s and without its harness's last word: a "
                  "function of yours ended it (exit, _exit, quick_exit), or wrote where the "
                  "harness keeps what it knows. Return from your functions, with an error where "
                  "there is one.",
                  message);
    if (run->finding_count && strncmp(run->ended, "stopped ", 8) != 0)
        judge_note(" (%s)", message ? message + 1 : run->ended);
    if (!isnan(judge_number(run, "csv", NAN)) && isnan(judge_number(run, "csv_bad", NAN)))
        judge_note(" It ended in write_csv for a file that cannot be made: fopen returns NULL "
                   "then, and write_csv -1.");
    if (run->finding_count) {
        judge_findings(run);
        return;
    }
    if (strcmp(run->ended, "exit 126") == 0 || strcmp(run->ended, "exit 127") == 0)
        fail_fact(NULL, "What was built cannot be started: it is no program. -c, -dc and -dlink "
                        "make objects, which are linked into a program without these options "
                        "(-rdc=true makes device code linkable across files).");
    if (strncmp(run->ended, "exit ", 5) == 0 && fault) {
        const struct finding_rule *rule = rule_for(fault);
        fail_fact(rule ? rule->diagnosis : NULL,
                  "A kernel was stopped. The CPU device says: %.*s.%s%s", (int)strcspn(fault, "\n"),
                  fault, rule ? " " : "", rule ? rule->advice : "");
    }
    if (strncmp(run->ended, "exit ", 5) == 0) {
        char said[300];
        copy_without_folders(said, sizeof said, run->errors);
        fail_fact(NULL, "The program ended with exit status%s before it was through.%s%s", message,
                  *said ? " It said: " : "", said);
    }
    if (strncmp(run->ended, "signal ", 7) == 0 && fault)
        fail_fact(
            NULL, "The program did not come to its end: %s. The CPU device says: %.*s. %s",
            message + 1, (int)strcspn(fault, "\n"), fault,
            strstr(fault, " bytes, and host memory ends before ")
                ? "What is left at the end, as a last part, may be less than a whole one."
                : "Look at the pointer and the index there: is it set, and inside its array?");
    fail_fact(NULL, "The program did not come to its end: %s", message ? message + 1 : run->ended);
}
