/* Speaks to the world. Usage: network listen FILE | network connect PORT
 * `listen`, outside the box, writes its port to FILE and says whether anybody came within 1 s. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_un abstract_name(void) {
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    strcpy(name.sun_path + 1, "gpu-memory-labs-cheat");
    return name;
}

static int listen_for(const char *port_file) {
    struct sockaddr_in any = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct sockaddr_un name = abstract_name();
    socklen_t length = sizeof any;
    struct pollfd sockets[2] = {{socket(AF_INET, SOCK_STREAM, 0), POLLIN, 0},
                                {socket(AF_UNIX, SOCK_STREAM, 0), POLLIN, 0}};
    if (bind(sockets[0].fd, (struct sockaddr *)&any, sizeof any) || listen(sockets[0].fd, 1) ||
        bind(sockets[1].fd, (struct sockaddr *)&name, sizeof name) || listen(sockets[1].fd, 1) ||
        getsockname(sockets[0].fd, (struct sockaddr *)&any, &length))
        return 1;
    FILE *file = fopen(port_file, "w");
    fprintf(file, "%d\n", ntohs(any.sin_port));
    fclose(file);
    puts(poll(sockets, 2, 1000) ? "somebody came" : "nobody came");
    return 0;
}

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "listen") == 0)
        return listen_for(argv[2]);
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct sockaddr_un name = abstract_name();
    to.sin_port = htons((unsigned short)atoi(argv[2]));
    puts("tried");
    if (connect(socket(AF_INET, SOCK_STREAM, 0), (struct sockaddr *)&to, sizeof to) == 0)
        puts("GOT the listener");
    if (connect(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&name, sizeof name) == 0)
        puts("GOT the listener's abstract socket");
    to.sin_addr.s_addr = inet_addr("192.0.2.1"); /* reserved for examples: only a route is asked */
    to.sin_port = htons(53);
    if (connect(socket(AF_INET, SOCK_DGRAM, 0), (struct sockaddr *)&to, sizeof to) == 0)
        puts("GOT a route out");
    if (socket(AF_VSOCK, SOCK_STREAM, 0) >= 0)
        puts("GOT a socket to the host of this virtual machine");
}
