#include "job.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static char message[512];

static bool refuse(size_t line, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int used = snprintf(message, sizeof message, "job, line %zu: ", line);
    vsnprintf(message + used, sizeof message - (size_t)used, format, arguments);
    va_end(arguments);
    return false;
}

static int find_buffer(const Job *job, const char *name) {
    for (size_t i = 0; i < job->buffer_count; i++)
        if (!strcmp(job->buffers[i].name, name))
            return (int)i;
    return -1;
}

static int find_texture(const Job *job, const char *name) {
    for (size_t i = 0; i < job->texture_count; i++)
        if (!strcmp(job->textures[i].name, name))
            return (int)i;
    return -1;
}

/* buffer NAME TYPE COUNT ROLE random LOW HIGH | ... values N V V V ... */
static bool read_buffer(Job *job, char *text, size_t line) {
    if (job->buffer_count == JOB_BUFFERS)
        return refuse(line, "more than %d buffers and constants", JOB_BUFFERS);
    JobBuffer *buffer = &job->buffers[job->buffer_count];
    char type[16], role[16], fill[16];
    int used = 0;
    if (sscanf(text, "%95s %15s %zu %15s %15s%n", buffer->name, type, &buffer->count, role, fill,
               &used) != 5)
        return refuse(line, "a buffer needs name, type, count, role and fill");
    static const char *const roles[] = {"in", "table", "out", "zeroed", "constant"};
    size_t which = 0;
    while (which < sizeof roles / sizeof *roles && strcmp(role, roles[which]))
        which++;
    if (which == sizeof roles / sizeof *roles)
        return refuse(line, "unknown role '%s' of buffer %s", role, buffer->name);
    buffer->role = (JobRole)which;
    buffer->type = strcmp(type, "float") ? JOB_INT : JOB_FLOAT;
    if (buffer->count == 0)
        return refuse(line, "buffer %s is empty", buffer->name);
    text += used;
    if (!strcmp(fill, "random")) {
        buffer->fill = JOB_RANDOM;
        if (sscanf(text, "%lf %lf", &buffer->low, &buffer->high) != 2)
            return refuse(line, "buffer %s needs the bounds of its random values", buffer->name);
    } else {
        buffer->fill = JOB_VALUES;
        buffer->value_count = strtoul(text, &text, 10);
        buffer->values = calloc(buffer->value_count ? buffer->value_count : 1, sizeof(float));
        if (!buffer->values || buffer->value_count == 0)
            return refuse(line, "buffer %s has no values", buffer->name);
        for (size_t i = 0; i < buffer->value_count; i++) {
            char *end;
            buffer->values[i] = strtof(text, &end);
            if (end == text)
                return refuse(line, "buffer %s lacks values after number %zu", buffer->name, i);
            text = end;
        }
    }
    job->buffer_count++;
    return true;
}

/* texture NAME SOURCE X Y Z linear|point ADDRESS normalised|texels */
static bool read_texture(Job *job, const char *text, size_t line) {
    if (job->texture_count == JOB_TEXTURES)
        return refuse(line, "more than %d textures", JOB_TEXTURES);
    JobTexture *texture = &job->textures[job->texture_count];
    char source[JOB_NAME], filter[16], coordinates[16];
    if (sscanf(text, "%95s %95s %zu %zu %zu %15s %7s %15s", texture->name, source,
               &texture->extent[0], &texture->extent[1], &texture->extent[2], filter,
               texture->address, coordinates) != 8)
        return refuse(line, "a texture needs name, source, extent, filter, address, coordinates");
    texture->source = find_buffer(job, source);
    if (texture->source < 0 || job->buffers[texture->source].role != JOB_IN)
        return refuse(line, "texture %s: its source %s is no \"in\" buffer", texture->name, source);
    size_t texels = texture->extent[0] * texture->extent[1] * texture->extent[2];
    if (job->buffers[texture->source].count != texels)
        return refuse(line, "texture %s has %zu texels, its source %zu elements", texture->name,
                      texels, job->buffers[texture->source].count);
    texture->linear = !strcmp(filter, "linear");
    texture->normalised = !strcmp(coordinates, "normalised");
    job->texture_count++;
    return true;
}

/* side a|b student|reference KERNEL EXPECT GX GY GZ BX BY BZ SHARED */
static bool read_side(Job *job, const char *text, size_t line) {
    char which, module[16];
    JobSide side = {0};
    if (sscanf(text, " %c %15s %95s %95s %u %u %u %u %u %u %u", &which, module, side.kernel,
               side.expect, &side.grid[0], &side.grid[1], &side.grid[2], &side.block[0],
               &side.block[1], &side.block[2], &side.shared_bytes) != 11 ||
        (which != 'a' && which != 'b'))
        return refuse(line, "a side needs a|b, module, kernel, expected, grid, block, shared");
    side.student = !strcmp(module, "student");
    job->sides[which - 'a'] = side;
    return true;
}

/* arg a|b buffer NAME | texture NAME | int N | long N | float X | float2 X,Y */
static bool read_argument(Job *job, const char *text, size_t line) {
    char which, kind[16], value[JOB_NAME];
    if (sscanf(text, " %c %15s %95s", &which, kind, value) != 3 || (which != 'a' && which != 'b'))
        return refuse(line, "an argument needs a|b, kind and value");
    JobSide *side = &job->sides[which - 'a'];
    if (side->argument_count == JOB_ARGUMENTS)
        return refuse(line, "more than %d arguments", JOB_ARGUMENTS);
    JobArgument argument = {.index = -1, .value = atof(value)};
    if (!strcmp(kind, "buffer")) {
        argument.kind = JOB_ARG_BUFFER;
        argument.index = find_buffer(job, value);
        if (argument.index < 0 || job->buffers[argument.index].role == JOB_CONSTANT)
            return refuse(line, "no buffer is named %s", value);
    } else if (!strcmp(kind, "texture")) {
        argument.kind = JOB_ARG_TEXTURE;
        argument.index = find_texture(job, value);
        if (argument.index < 0)
            return refuse(line, "no texture is named %s", value);
    } else if (!strcmp(kind, "int")) {
        argument.kind = JOB_ARG_INT;
    } else if (!strcmp(kind, "long")) {
        argument.kind = JOB_ARG_LONG;
    } else if (!strcmp(kind, "float")) {
        argument.kind = JOB_ARG_FLOAT;
    } else if (!strcmp(kind, "float2") && strchr(value, ',')) {
        argument.kind = JOB_ARG_FLOAT2;
        argument.second = atof(strchr(value, ',') + 1);
    } else {
        return refuse(line, "unknown kind of argument '%s'", kind);
    }
    side->arguments[side->argument_count++] = argument;
    return true;
}

/* One line: a word that says what it is, then its fields. */
static bool read_line(Job *job, char *text, size_t line) {
    char word[16] = "", value[JOB_NAME] = "";
    int used = 0;
    sscanf(text, "%15s%n", word, &used);
    text += used;
    if (!strcmp(word, "buffer"))
        return read_buffer(job, text, line);
    if (!strcmp(word, "texture"))
        return read_texture(job, text, line);
    if (!strcmp(word, "side"))
        return read_side(job, text, line);
    if (!strcmp(word, "arg"))
        return read_argument(job, text, line);
    if (!strcmp(word, "tolerance")) {
        if (sscanf(text, "%lf %lf", &job->absolute, &job->relative) != 2)
            return refuse(line, "a tolerance needs two numbers");
        return true;
    }
    if (sscanf(text, "%95s", value) != 1)
        return refuse(line, "'%s' needs a value", word);
    if (!strcmp(word, "check"))
        memcpy(job->check, value, sizeof value);
    else if (!strcmp(word, "sense"))
        job->sense = strcmp(value, "at-least") ? STATS_AT_MOST : STATS_AT_LEAST;
    else if (!strcmp(word, "threshold"))
        job->threshold = atof(value);
    else if (!strcmp(word, "sample-us"))
        job->sample_us = atof(value);
    else if (!strcmp(word, "bytes"))
        job->bytes = atof(value);
    else
        return refuse(line, "unknown word '%s'", word);
    return true;
}

/* What must hold for the job as a whole: it can be cheated otherwise, or makes no sense. */
static bool complete(const Job *job, size_t line) {
    bool random_input = false, output = false;
    for (size_t i = 0; i < job->buffer_count; i++) {
        const JobBuffer *buffer = &job->buffers[i];
        random_input |= buffer->role == JOB_IN && buffer->fill == JOB_RANDOM;
        output |= buffer->role == JOB_OUT || buffer->role == JOB_ZEROED;
    }
    if (!random_input)
        return refuse(line, "no \"in\" buffer is random: a cached result could not be told apart");
    if (!output)
        return refuse(line, "no buffer is an output: nothing could be checked");
    for (int side = 0; side < JOB_SIDES; side++)
        if (job->sides[side].kernel[0] == '\0' || job->sides[side].argument_count == 0)
            return refuse(line, "side %c is missing or has no arguments", 'a' + side);
    return true;
}

bool job_read(FILE *in, Job *job, const char **reason) {
    *reason = message;
    memset(job, 0, sizeof *job);
    job->sample_us = 200.0;
    char *text = NULL;
    size_t capacity = 0, line = 0;
    bool good = true;
    while (good && getline(&text, &capacity, in) > 0)
        good = read_line(job, text, ++line);
    free(text);
    return good && complete(job, line);
}
