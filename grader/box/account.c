/* What our part of a program says of a run, apart from what the program prints: messages over a
 * socket pair, whose other end is the program's descriptor 3. A socket has no name, so nobody opens
 * it once more; what was said stays said; and each message is whole.
 *
 *   KEY                         to the program, before it starts
 *   NAME:BYTES                  from it: BYTES go to the end of the file NAME
 *   ask:KEY                     when all is said; the answer is a number
 *   end:NUMBER NAME=BYTES ...   the last word: how much it said to each file (those it knows of)
 *
 * Whoever has not the key cannot have the number, and whoever has not the number cannot have the
 * last word. A word that is no part of this, that comes after the last one, or a file that is not
 * as long as the last word says, breaks the account. */
#define _GNU_SOURCE
#include "box.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

/* Of all that a program says so much is kept. */
enum { MESSAGE = 1 << 16, NAME = 16 };
static const long long MOST = 64 << 20;

static void draw(char text[ACCOUNT_SECRET]) {
    unsigned char bytes[(ACCOUNT_SECRET - 1) / 2];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        box_die(EXIT_OURS, "the kernel gives no random numbers: %s", strerror(errno));
    for (size_t i = 0; i < sizeof bytes; ++i)
        snprintf(text + 2 * i, 3, "%02x", bytes[i]);
}

int box_account_open(struct box_account *account) {
    int pair[2];
    draw(account->key);
    draw(account->number);
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) ||
        send(pair[0], account->key, strlen(account->key), 0) < 0)
        box_die(EXIT_OURS, "cannot make a socket for the run's account: %s", strerror(errno));
    account->socket = pair[0];
    account->state = ACCOUNT_OPEN;
    return pair[1];
}

static struct box_account_file *file_of(struct box_account *account, const char *name,
                                        size_t length) {
    size_t i = 0;
    for (; i < account->count; ++i)
        if (strlen(account->files[i].name) == length &&
            memcmp(account->files[i].name, name, length) == 0)
            return &account->files[i];
    for (size_t j = 0; j < length; ++j)
        if (!islower((unsigned char)name[j]))
            return NULL;
    if (length == 0 || length >= NAME || i == ACCOUNT_FILES)
        return NULL;
    account->files[i].name = box_format("%.*s", (int)length, name);
    account->files[i].kept = memfd_create("account", MFD_CLOEXEC);
    if (account->files[i].kept < 0)
        box_die(EXIT_OURS, "cannot keep the run's account: %s", strerror(errno));
    ++account->count;
    return &account->files[i];
}

/* Does the last word `text` say what came? */
static bool agrees(struct box_account *account, char *text) {
    char *state, *word = strtok_r(text, " ", &state);
    if (!word || strcmp(word, account->number) != 0)
        return false;
    while ((word = strtok_r(NULL, " ", &state))) {
        char *equals = strchr(word, '=');
        const struct box_account_file *file =
            equals ? file_of(account, word, (size_t)(equals - word)) : NULL;
        char *said = file ? box_format("%lld", file->bytes) : NULL;
        if (!said || strcmp(said, equals + 1) != 0)
            return false;
    }
    return true;
}

/* Takes one message; false when it is no part of an account. */
static bool take(struct box_account *account, char *text, size_t length) {
    const char *colon = memchr(text, ':', length);
    if (!colon || account->state != ACCOUNT_OPEN)
        return false;
    const size_t name = (size_t)(colon - text), rest = length - name - 1;
    if (name == 3 && memcmp(text, "ask", 3) == 0) {
        if (account->asked || strcmp(text + 4, account->key) != 0)
            return false;
        account->asked = true;
        return send(account->socket, account->number, strlen(account->number),
                    MSG_NOSIGNAL | MSG_DONTWAIT) > 0;
    }
    if (name == 3 && memcmp(text, "end", 3) == 0) {
        if (!account->asked || !agrees(account, text + 4))
            return false;
        account->state = ACCOUNT_WHOLE;
        return true;
    }
    struct box_account_file *file = file_of(account, text, name);
    if (!file || account->asked || account->bytes + (long long)rest > MOST)
        return false;
    if (!box_tree_write(file->kept, colon + 1, rest))
        box_die(EXIT_OURS, "cannot keep the run's account: %s", strerror(errno));
    file->bytes += (long long)rest;
    account->bytes += (long long)rest;
    return true;
}

bool box_account_read(struct box_account *account) {
    static char text[MESSAGE + 1];
    const ssize_t length =
        account->socket < 0 ? 0 : recv(account->socket, text, MESSAGE, MSG_DONTWAIT | MSG_TRUNC);
    if (length < 0)
        return false;
    if (length == 0) { /* nobody can say anything any more */
        if (account->socket >= 0)
            close(account->socket);
        account->socket = -1;
        return false;
    }
    text[length < MESSAGE ? length : MESSAGE] = '\0';
    if (length > MESSAGE || !take(account, text, (size_t)length))
        account->state = ACCOUNT_BROKEN;
    return true;
}

void box_account_deliver(const struct box_account *account, const char *folder) {
    const int to = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (size_t i = 0; i < account->count; ++i) {
        const int file = openat(to, account->files[i].name,
                                O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0644);
        if (file < 0)
            box_die(EXIT_OURS, "cannot write %s/%s: %s", folder, account->files[i].name,
                    strerror(errno));
        box_tree_copy_bytes(account->files[i].kept, file, account->files[i].bytes);
        close(file);
    }
    if (to >= 0)
        close(to);
}

const char *box_account_name(enum account_state state) {
    static const char *const names[] = {[ACCOUNT_NONE] = NULL,
                                        [ACCOUNT_OPEN] = "open",
                                        [ACCOUNT_BROKEN] = "broken",
                                        [ACCOUNT_WHOLE] = "whole"};
    return names[state];
}
