// past_end.h - host arrays behind whose last element there is no memory: whoever copies more than
// there is breaks off at once.
#ifndef PAST_END_H
#define PAST_END_H

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

// `count` elements of T, zeros, which stay until the program's end.
template <class T> struct Bounded {
    T *data;

    explicit Bounded(size_t count) {
        const size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = count * sizeof(T),
                     whole = (bytes + page - 1) / page * page;
        char *p = (char *)mmap(NULL, whole + page, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (p == MAP_FAILED || mprotect(p + whole, page, PROT_NONE) != 0) {
            perror("harness: mmap");
            exit(2);
        }
        data = (T *)(p + whole - bytes);
    }
    T &operator[](size_t i) {
        return data[i];
    }
};

// The same as a vector, of `count` elements from the beginning or after reserve(count).
template <class T> struct BoundedMemory {
    using value_type = T;

    BoundedMemory() = default;
    template <class U> BoundedMemory(const BoundedMemory<U> &) {}
    T *allocate(size_t count) {
        return Bounded<T>(count).data;
    }
    void deallocate(T *, size_t) { // stays, too
    }
    bool operator==(const BoundedMemory &) const {
        return true;
    }
    bool operator!=(const BoundedMemory &) const {
        return false;
    }
};
template <class T> using bounded_vector = std::vector<T, BoundedMemory<T>>;

#endif
