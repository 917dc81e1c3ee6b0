/* objects.c - texture objects, surface objects, events and streams: what was created and never
 * destroyed. They hold memory of the device and of the driver, though no address says so. */
#include <stdlib.h>
#include <string.h>

#include "checker.h"

typedef struct object {
    const char *what, *api, *remedy; /* literals of the runtime */
    uint64_t handle;
    void *from;
    int failing;         /* check_failing_call when it was made */
    struct object *next; /* older ones */
} object;
static object *objects;

void cpudev_hook_created(const char *what, const char *api, const char *remedy, uint64_t handle,
                         void *from) {
    object *o = malloc(sizeof *o);
    if (!o)
        return;
    *o = (object){what, api, remedy, handle, from, check_failing_call, objects};
    objects = o;
}

void cpudev_hook_destroyed(const char *what, uint64_t handle) {
    for (object **o = &objects; *o; o = &(*o)->next)
        if ((*o)->handle == handle && strcmp((*o)->what, what) == 0) {
            object *gone = *o;
            *o = gone->next;
            free(gone);
            return;
        }
}

void cpudev_hook_reset(void) {
    while (objects) {
        object *gone = objects;
        objects = gone->next;
        free(gone);
    }
}

void check_report_objects(bool failing) {
    for (const object *o = objects; o; o = o->next) {
        if ((o->failing != 0) != failing)
            continue;
        check_failing_call = o->failing;
        check_report("object-leak", o->from, "%s from %s was never destroyed; call %s", o->what,
                     o->api, o->remedy);
    }
}
