/* Included in front of every source that tests/sanitizers.bats builds (-include): what the
 * sanitizers are to do, also where a box takes the environment away. An exit status of their own,
 * which no tool of ours uses; memory that a program leaves to the end of its process is no leak. */
#ifndef SANITIZE_H
#define SANITIZE_H

#define SANITIZE_OPTION(function, options)                                                         \
    __attribute__((weak, no_sanitize("address", "undefined"), visibility("default"))) const char * \
    function(void);                                                                                \
    const char *function(void) {                                                                   \
        return options;                                                                            \
    }
SANITIZE_OPTION(__asan_default_options,
                "exitcode=99:detect_leaks=0:detect_stack_use_after_return=1")
SANITIZE_OPTION(__ubsan_default_options, "exitcode=99:print_stacktrace=1")

#endif
