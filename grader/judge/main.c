/* judge-labN ID CHECK DIR SEED DEVICE [CLAIM WHY]: judges the run in DIR by CHECK and prints the
 * verdict, a JSON object whose id is ID. With CLAIM, what explains the numbers of another run of
 * the program (judge.h; empty: nothing does), no other claim is made, and where none is WHY is
 * added: what that run showed. Exit status: 0 pass, 1 fail, or there is no such CHECK, 2 wrong
 * usage, 3 a fault of the plan. */
#include "judge.h"
#include "../common/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whoever wrote a spec of their own may have misspelt it: the verdict says which there are. */
static const struct check *find_check(const char *name, const char *id) {
    char message[4000];
    size_t length;
    for (const struct check *check = lab_checks; check->name; check++)
        if (strcmp(check->name, name) == 0)
            return check;
    length =
        (size_t)snprintf(message, sizeof message,
                         "The spec asks for the check %.200s, and this lab's judge has none of "
                         "this name. It has:",
                         name);
    for (const struct check *check = lab_checks; check->name && length < sizeof message - 100;
         check++)
        length += (size_t)snprintf(message + length, sizeof message - length, "%s %s",
                                   check == lab_checks ? "" : ",", check->name);
    snprintf(message + length, sizeof message - length, ".");
    printf("{\"id\": ");
    json_string(stdout, id);
    printf(", \"status\": \"error\", \"message\": ");
    json_string(stdout, message);
    printf(", \"diagnosis\": null, \"measured\": {}}\n");
    exit(1);
}

/* "memory-leak" is of the kind "memory-leak", and of the kind "leak". */
static bool is_of_kind(const struct finding *f, const char *kind) {
    size_t length = strlen(f->kind), end = strlen(kind);
    return length >= end && strcmp(f->kind + length - end, kind) == 0;
}

/* What another test judges is none of this one's business. True when something was forgiven. */
static bool forgive(struct run *run, const char *kind, const char *containing) {
    size_t kept = 0, all = run->finding_count;
    for (size_t i = 0; kind && i < all; i++)
        if (strcmp(kind, "*") != 0 &&
            (!is_of_kind(&run->findings[i], kind) || !strstr(run->findings[i].text, containing)))
            run->findings[kept++] = run->findings[i];
    if (kind)
        run->finding_count = kept;
    return kind && kept < all;
}

/* One verdict of a check's and the findings': the main cause first. That is what the numbers show
 * to the last, and else what was found, the more so where that says it all. */
static void join(const struct run *run, struct verdict *v, struct verdict *found, bool in_source) {
    bool telling = in_source; /* then the numbers are a consequence, and nothing more */
    for (size_t i = 0; i < run->finding_count; i++)
        telling |= judge_is_telling(&run->findings[i]);
    /* What went wrong on the way often stays behind too. */
    bool leak = found->diagnosis && strcmp(found->diagnosis, "leak") == 0;
    bool numbers_first = v->outcome == OUTCOME_FAIL && (v->diagnosis || leak) && !telling;
    struct verdict *first = numbers_first ? v : found, *second = numbers_first ? found : v;
    /* What was found needs no proof; what the numbers seem to say beside it would. */
    if (second == v && v->claim)
        judge_withdraw(v);
    if (second->outcome == OUTCOME_FAIL && !in_source && strcmp(v->message, found->message) != 0)
        judge_add(first, " Besides: %s", second->message);
    if (first != v) {
        memcpy(found->measured, v->measured, sizeof v->measured);
        if (v->outcome == OUTCOME_FAIL)
            found->wrong = v->wrong;
        *v = *found;
    }
}

/* The arguments of the second call, "width 9, height 140". */
static void list_other(const struct run *run, char *list, size_t size) {
    static const char prefix[] = "other.";
    size_t length = 0;
    *list = '\0';
    for (const char *line = run->arguments; line && *line && length < size;) {
        const int all = (int)strcspn(line, "\n"), name = (int)strcspn(line, "=\n");
        const int before = (int)sizeof prefix - 1;
        if (strncmp(line, prefix, sizeof prefix - 1) == 0 && name < all)
            length +=
                (size_t)snprintf(list + length, size - length, "%s%.*s %.*s", length ? ", " : "",
                                 name - before, line + before, all - name - 1, line + name + 1);
        line += all + (line[all] == '\n');
    }
}

static void ask_end(const void *run) {
    judge_end(run);
}

static void ask_barriers(const void *run) {
    judge_barriers(run);
}

static void ask_findings(const void *run) {
    judge_findings(run);
}

/* Judges the second call, with other sizes, where the first was right. */
static enum outcome judge_second(struct run *run, const struct check *check, struct verdict *v) {
    struct verdict second = {0};
    char sizes[200];
    list_other(run, sizes, sizeof sizes);
    if (!*sizes)
        return OUTCOME_PASS;
    /* Its launches were not counted, and those of the first tell nothing of them. */
    char *const counts = run->counts;
    run->call = "other.";
    run->counts = NULL;
    const enum outcome outcome = judge_check(&second, check, run);
    run->call = NULL;
    run->counts = counts;
    if (outcome != OUTCOME_FAIL)
        return OUTCOME_PASS;
    snprintf(second.about, sizeof second.about,
             "Right in a first call, and not in a second one with other sizes (%s). ", sizes);
    if (!judge_may_claim(second.claim))
        judge_withdraw(&second);
    else
        judge_begin_with_about(&second);
    *v = second;
    return OUTCOME_FAIL;
}

/* A program that ended in the second call: what is wrong in the first one comes before. */
static void judge_ended_in_second(struct run *run, const struct check *check, struct verdict *v) {
    struct verdict first = {0};
    char sizes[200], message[sizeof v->message];
    if (judge_number(run, "other.asked", 0) != 1 || judge_number(run, "other.returned", 0) == 1)
        return;
    snprintf(message, sizeof message, "%s", v->message);
    run->call = ""; /* the first one, whose counts are gone */
    const enum outcome outcome = judge_check(&first, check, run);
    run->call = NULL;
    if (outcome == OUTCOME_FAIL) {
        if (!judge_may_claim(first.claim))
            judge_withdraw(&first);
        judge_add(&first, " Besides: %s", message);
        *v = first;
        return;
    }
    list_other(run, sizes, sizeof sizes);
    snprintf(v->message, sizeof v->message,
             "Right in a first call, and not in a second one with other sizes (%s). %.1700s", sizes,
             message);
}

/* Facts alone, and what another run says of them. */
static void do_not_know(struct verdict *v, const char *why) {
    char facts[sizeof v->message];
    snprintf(facts, sizeof facts, "%s", v->message);
    snprintf(v->message, sizeof v->message, "I do not know what is wrong here. %.1200s%s%.700s",
             facts, *why ? " " : "", why);
}

int main(int argc, char **argv) {
    if (argc != 6 && argc != 8) {
        fprintf(stderr, "usage: judge-LAB ID CHECK DIR SEED DEVICE [CLAIM WHY]\n");
        return 2;
    }
    const struct check *check = find_check(argv[2], argv[1]);
    struct run run = {.seed = strtoull(argv[4], NULL, 10), .gpu = strcmp(argv[5], "gpu") == 0};
    struct verdict v = {0}, found = {0};
    judge_load(&run, argv[3]);
    if (argc == 8)
        judge_agree(argv[6]);
    if (!*run.ended) {
        fprintf(stderr, "judge: nothing says how the run in %s ended\n", argv[3]);
        return 3;
    }
    forgive(&run, check->forgives, "");

    enum outcome outcome = judge_ask(&v, ask_end, &run);
    if (outcome == OUTCOME_FAIL)
        judge_ended_in_second(&run, check, &v);
    if (check->judge == judge_failing) {
        judge_keep_failing(&run);
        if (outcome == OUTCOME_FAIL)
            judge_ended_failing(&run, &v);
    }
    if (outcome == OUTCOME_NONE)
        outcome = judge_check(&v, check, &run);
    if (outcome == OUTCOME_PASS)
        outcome = judge_second(&run, check, &v);
    if (outcome == OUTCOME_NONE) {
        fprintf(stderr, "judge: check %s came to no verdict\n", check->name);
        return 3;
    }
    if (outcome == OUTCOME_FAIL && !judge_may_claim(v.claim))
        judge_withdraw(&v);
    if (outcome == OUTCOME_FAIL && argc == 8 && !v.claim && !v.diagnosis && !run.finding_count)
        do_not_know(&v, argv[7]);
    /* Such a read yields NaN or 1e30 (labs/cpu/FINDINGS.md): results that are right never saw it.
     */
    if (outcome == OUTCOME_PASS && forgive(&run, "uninitialized-read", "shared"))
        judge_add(&v, " (A kernel reads shared memory that no thread has written; it reached no "
                      "result. Store zeros there, or read only what is loaded.)");
    const bool in_source =
        check->judge != judge_failing && judge_would_fail(&found, ask_barriers, &run);
    if ((in_source ||
         (check->judge != judge_failing && judge_would_fail(&found, ask_findings, &run))) &&
        !strstr(v.message, found.message))
        join(&run, &v, &found, in_source);
    if (v.outcome == OUTCOME_FAIL && check->judge != judge_failing)
        judge_add_refused(&run, &v);
    judge_print(stdout, &v, argv[1]);
    if (fflush(stdout) || ferror(stdout)) {
        fprintf(stderr, "judge: cannot write the verdict\n");
        return 3;
    }
    return v.outcome == OUTCOME_PASS ? 0 : 1;
}
