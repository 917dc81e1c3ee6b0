/* Gives an account of itself (descriptor 3), as the first argument says: well, or in a way that must
 * break it. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static char key[64], number[64];

static void say(const char *text) {
    send(3, text, strlen(text), MSG_NOSIGNAL);
}

static void ask(const char *with) {
    char word[100];
    snprintf(word, sizeof word, "ask:%s", with);
    say(word);
}

static void end(const char *with, int bytes) {
    char word[100];
    snprintf(word, sizeof word, "end:%s raw=%d", with, bytes);
    say(word);
}

static void hear(void) {
    if (recv(3, number, sizeof number - 1, MSG_DONTWAIT) <= 0)
        usleep(100000);
    if (!*number && recv(3, number, sizeof number - 1, MSG_DONTWAIT) <= 0)
        puts("no number");
}

int main(int argc, char **argv) {
    const char *how = argc > 1 ? argv[1] : "";
    char block[60000];
    puts("tried");
    if (recv(3, key, sizeof key - 1, 0) <= 0)
        return 1;
    say("raw:hello\n");
    if (!strcmp(how, "silent"))
        return 0;
    if (!strcmp(how, "reopened"))
        for (int i = 0; i < 3; ++i)
            if (open("/proc/self/fd/3", (int[]){O_RDONLY, O_WRONLY, O_RDWR}[i]) >= 0)
                puts("GOT its account by name");
    if (!strcmp(how, "guess"))
        memset(key, '0', 32);
    if (!strcmp(how, "outside"))
        say("../record/result.json:GOT");
    if (!strcmp(how, "shouting"))
        say("RAW:GOT");
    if (!strcmp(how, "many"))
        for (char name[] = "a:x"; *name <= 'z'; ++*name)
            say(name);
    if (!strcmp(how, "flood")) {
        memset(block, 'x', sizeof block);
        memcpy(block, "raw:", 4);
        for (int i = 0; i < 2000; ++i)
            send(3, block, sizeof block, MSG_NOSIGNAL);
    }
    if (!strcmp(how, "unasked")) {
        end("0", 6);
        return 0;
    }
    ask(key);
    if (!strcmp(how, "twice"))
        ask(key);
    hear();
    if (!strcmp(how, "late"))
        say("raw:more\n");
    if (!strcmp(how, "wrong-number"))
        *number = *number == '0' ? '1' : '0';
    end(number, !strcmp(how, "short") ? 5 : 6);
    if (!strcmp(how, "afterwards"))
        say("raw:more\n");
    return 0;
}
