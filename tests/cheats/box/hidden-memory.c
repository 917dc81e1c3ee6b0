/* Asks for memory that belongs to no process: System V segments, memfd, message queues. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/shm.h>
int main(void) {
    puts("tried");
    if (shmget(IPC_PRIVATE, 1 << 20, IPC_CREAT | 0600) >= 0)
        puts("GOT a System V segment");
    if (memfd_create("hidden", 0) >= 0)
        puts("GOT a memfd");
    if (msgget(IPC_PRIVATE, IPC_CREAT | 0600) >= 0)
        puts("GOT a message queue");
}
