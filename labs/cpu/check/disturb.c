/* disturb.c - for a grader: what textures or a constant variable deliver is another, behind the
 * program's back. Results that stay the same did not come from there. Nothing of it is counted. */
#include <string.h>

#include "checker.h"

static const char *disturbed; /* what is, NULL: nothing */
static bool was_profiling;

enum { MORE = 12345 }; /* no sum of a few, and no whole number of 256ths, is 0 */

void check_disturb(const char *what) {
    if (!disturbed)
        was_profiling = check_profiling;
    check_profiling = was_profiling && !what;
    disturbed = what;
}

void cpudev_hook_texel(unsigned texel[4], bool is_float) {
    if (CHECK_LIKELY(!disturbed) || strcmp(disturbed, "textures") != 0)
        return;
    for (int i = 0; i < 4; i++) {
        float value;
        memcpy(&value, &texel[i], sizeof value);
        value += 3.0f;
        if (is_float)
            memcpy(&texel[i], &value, sizeof value);
        else
            texel[i] += MORE;
    }
}

static void change(const check_symbol *s, unsigned by) {
    if (strcmp(s->name, disturbed) != 0)
        return;
    uint32_t *const words = (uint32_t *)check_symbol_address(s);
    for (size_t i = 0; i < s->size / sizeof *words; i++)
        words[i] += by;
}

static void spoil(const check_symbol *s) {
    change(s, MORE);
}

static void mend(const check_symbol *s) {
    change(s, -(unsigned)MORE);
}

void check_disturb_launch(bool begins) {
    if (CHECK_LIKELY(!disturbed))
        return;
    cpudev_constants_protection(true);
    check_each_symbol(CHECK_CONSTANT, begins ? spoil : mend);
    cpudev_constants_protection(false);
}
