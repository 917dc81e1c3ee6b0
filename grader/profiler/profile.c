#include "profile.h"

#include <stdlib.h>
#include <string.h>

static ProfileRow *row_for(ProfileTable *table, const char *name) {
    for (size_t i = 0; i < table->count; i++)
        if (!strcmp(table->rows[i].name, name))
            return &table->rows[i];
    table->rows = realloc(table->rows, (table->count + 1) * sizeof *table->rows);
    if (!table->rows)
        abort();
    ProfileRow *row = &table->rows[table->count++];
    *row = (ProfileRow){.name = name, .least = UINT64_MAX};
    return row;
}

static void add(ProfileTable *table, ProfileRow *row, uint64_t time) {
    row->calls++;
    row->time += time;
    row->least = time < row->least ? time : row->least;
    row->most = time > row->most ? time : row->most;
    table->time += time;
}

static int by_time(const void *left, const void *right) {
    const ProfileRow *a = left, *b = right;
    if (a->time != b->time)
        return a->time < b->time ? 1 : -1;
    if (a->first && b->first)
        return (a->first > b->first) - (a->first < b->first);
    return strcmp(a->name, b->name);
}

static void sort(ProfileTable *table) {
    if (table->count)
        qsort(table->rows, table->count, sizeof *table->rows, by_time);
}

static bool same_shape(const TraceActivity *a, const TraceActivity *b) {
    return !memcmp(a->grid, b->grid, sizeof a->grid) &&
           !memcmp(a->block, b->block, sizeof a->block) && a->dynamic_bytes == b->dynamic_bytes;
}

/* Counts a launch as a new shape unless an earlier launch of this kernel had it. */
static bool new_shape(const Trace *trace, size_t index) {
    const TraceActivity *activity = &trace->activities[index];
    for (size_t i = index; i-- > 0;)
        if (!strcmp(trace->activities[i].name, activity->name))
            if (same_shape(&trace->activities[i], activity))
                return false;
    return true;
}

ProfileTable profile_activities(const Trace *trace) {
    ProfileTable table = {0};
    for (size_t i = 0; i < trace->activity_count; i++) {
        const TraceActivity *activity = &trace->activities[i];
        ProfileRow *row = row_for(&table, activity->name);
        if (!row->first)
            row->first = activity;
        add(&table, row, activity->end - activity->start);
        row->bytes += activity->bytes;
        /* The last launch was mostly of the same shape: that spares the search. */
        if (activity->kind == TRACE_KERNEL &&
            (row->calls == 1 || (!same_shape(row->first, activity) && new_shape(trace, i))))
            row->shapes++;
    }
    sort(&table);
    return table;
}

ProfileTable profile_calls(const Trace *trace) {
    ProfileTable table = {0};
    for (size_t i = 0; i < trace->call_count; i++)
        add(&table, row_for(&table, trace->calls[i].name),
            trace->calls[i].end - trace->calls[i].start);
    sort(&table);
    return table;
}
