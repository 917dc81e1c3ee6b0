/* texture.c - which textures a program has, and fetches at coordinates inside, outside and
 * between. */
#include "texture.h"

#include <stdio.h>

#include "emit.h"
#include "expression.h"
#include "random.h"

enum { MAX_TEXTURES = 3 };
enum kind { LINEAR, PITCHED, ONE, TWO, THREE, ONE_LAYERED, TWO_LAYERED, KINDS };

static struct {
    enum kind kind;
    enum scalar texel;
    unsigned channels;
    unsigned extent[3]; /* 0: not there */
    bool filter, normalized, as_float;
    const char *address[3];
    unsigned seed;
} textures[MAX_TEXTURES];
static unsigned count;

static const char *texel_name(enum scalar type) {
    static const char *const names[SCALARS] = {
        [U8] = "uchar", [I8] = "char", [U16] = "ushort", [I16] = "short",
        [U32] = "uint", [I32] = "int", [F32] = "float"};
    return names[type];
}

void textures_choose(void) {
    static const enum scalar texels[] = {F32, F32, F32, U8, U8, U16, I8, I16, U32, I32};
    count = chance(55) ? between(1, MAX_TEXTURES) : 0;
    for (unsigned i = 0; i < count; i++) {
        textures[i].kind = (enum kind)pick(KINDS);
        enum scalar type = textures[i].texel = texels[pick(10)];
        textures[i].channels = 1u << pick(3);
        bool layered = textures[i].kind == ONE_LAYERED || textures[i].kind == TWO_LAYERED;
        bool deep = textures[i].kind == THREE || layered;
        bool high = textures[i].kind == PITCHED || textures[i].kind == TWO ||
                    textures[i].kind == THREE || textures[i].kind == TWO_LAYERED;
        textures[i].extent[0] = textures[i].kind == LINEAR ? 32 * between(1, 4) : between(1, 33);
        textures[i].extent[1] = high ? between(1, 17) : 0;
        textures[i].extent[2] = deep ? between(1, 6) : 0;
        bool small = type == U8 || type == I8 || type == U16 || type == I16;
        textures[i].as_float = type == F32 || (small && chance(60));
        textures[i].filter = textures[i].as_float && textures[i].kind != LINEAR && chance(65);
        textures[i].normalized = textures[i].kind != LINEAR && chance(50);
        for (int axis = 0; axis < 3; axis++)
            textures[i].address[axis] = ONE_OF("Wrap", "Clamp", "Mirror", "Border");
        textures[i].seed = pick(100000);
    }
}

void textures_make(void) {
    static const char *const kinds[KINDS] = {"LINEAR", "PITCHED",     "ONE",        "TWO",
                                             "THREE",  "ONE_LAYERED", "TWO_LAYERED"};
    for (unsigned i = 0; i < count; i++) {
        line("fuzz_texture<%s%u> texture%u(%s, %u, %u, %u, %uu,", texel_name(textures[i].texel),
             textures[i].channels, i, kinds[textures[i].kind], textures[i].extent[0],
             textures[i].extent[1], textures[i].extent[2], textures[i].seed);
        line("    description(cudaFilterMode%s, %s, cudaAddressMode%s, cudaAddressMode%s, "
             "cudaAddressMode%s, %d));",
             textures[i].filter ? "Linear" : "Point",
             textures[i].as_float && textures[i].texel != F32 ? "cudaReadModeNormalizedFloat"
                                                              : "cudaReadModeElementType",
             textures[i].address[0], textures[i].address[1], textures[i].address[2],
             textures[i].normalized);
    }
}

void textures_parameters(void) {
    for (unsigned i = 0; i < count; i++)
        emit(", cudaTextureObject_t image%u", i);
}

void textures_arguments(void) {
    for (unsigned i = 0; i < count; i++)
        emit(", texture%u.object", i);
}

void textures_release(void) {
    for (unsigned i = 0; i < count; i++)
        line("texture%u.release();", i);
}

/* From two texels before the first to two behind the last. */
static void coordinate(unsigned texture, int axis) {
    emit("coordinate(");
    expression(U32, 2, false);
    emit(", %uu, %d)", textures[texture].extent[axis], textures[texture].normalized);
}

void fetch_statement(void) {
    static const char *const parts[] = {"x", "y", "z", "w"};
    if (!count)
        return;
    unsigned t = pick(count);
    enum scalar type = textures[t].as_float ? F32 : textures[t].texel;
    char name[16];
    snprintf(name, sizeof name, "%s", fresh_name());
    line_begin();
    const char *of = textures[t].as_float ? "float" : texel_name(textures[t].texel);
    unsigned channels = textures[t].channels;
    emit("const %s%u %s = ", of, channels, name);
    static const char *const functions[KINDS] = {
        "tex1Dfetch", "tex2D", "tex1D", "tex2D", "tex3D", "tex1DLayered", "tex2DLayered"};
    emit("%s<%s%u>(image%u, ", functions[textures[t].kind], of, channels, t);
    if (textures[t].kind == LINEAR) {
        emit("(int)(");
        below(textures[t].extent[0] + (chance(20) ? 32 : 0), 1, false);
        emit(")");
    } else {
        coordinate(t, 0);
        if (textures[t].extent[1]) {
            emit(", ");
            coordinate(t, 1);
        }
        if (textures[t].kind == THREE) {
            emit(", ");
            coordinate(t, 2);
        } else if (textures[t].extent[2]) {
            emit(", (int)(");
            below(textures[t].extent[2] + 2, 1, false);
            emit(") - 1");
        }
    }
    emit(");\n");
    for (unsigned i = 0; i < channels; i++)
        scope_add(type, false, "%s.%s", name, parts[i])->wild = type == F32;
}
