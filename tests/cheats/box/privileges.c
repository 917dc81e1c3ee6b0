/* Asks for more rights than it has. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>
int main(void) {
    struct rlimit more = {RLIM_INFINITY, RLIM_INFINITY};
    puts("tried");
    if (setuid(0) == 0 || setgid(0) == 0)
        puts("GOT root");
    if (setrlimit(RLIMIT_NPROC, &more) == 0 || setrlimit(RLIMIT_FSIZE, &more) == 0)
        puts("GOT higher limits");
    if (unshare(CLONE_NEWUSER) == 0)
        puts("GOT a user namespace");
    if (mount("none", "/tmp", "tmpfs", 0, NULL) == 0 || umount2("/usr", MNT_DETACH) == 0)
        puts("GOT a mount");
    if (mknod("disk", S_IFBLK | 0666, makedev(254, 0)) == 0)
        puts("GOT a disk");
    if (chroot(".") == 0)
        puts("GOT another root");
    if (sethostname("cheat", 5) == 0)
        puts("GOT the host's name");
}
