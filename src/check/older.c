/* older.c -- see older.h. */
#include "check/older.h"

static OldCell *find_cell(Older *older, uint64_t place)
{
    vec_each (OldCell, cell, &older->cells)
        if (cell->place == place)
            return cell;
    vec_push(&older->cells, (OldCell){.place = place});
    OldCell *cell = &vec_last(&older->cells);
    vec_push(&cell->values, (OldValue){0});
    return cell;
}

static void put_value(OldCell *cell, size_t at, OldValue value)
{
    vec_push(&cell->values, value);
    for (size_t k = cell->values.len - 1; k > at; k--)
        cell->values.at[k] = cell->values.at[k - 1];
    cell->values.at[at] = value;
}

/* As the machine calls it in what it tells of the step. */
static const char *name_of(const Outcome *o, const MemoryAccess *access)
{
    vec_each (const Event, event, &o->events)
        if (event->place == access->pointer && event->name &&
            (event->kind == EVENT_READS || event->kind == EVENT_WRITES))
            return event->name;
    return "it";
}

typedef struct Telling {
    Machine *m;
    const Program *program;
    OlderTold *told;
    void *self;
    char text[300];
} Telling;

/* `line 12 (thread 0.1)` */
static void place_text(Telling *t, const OldValue *value, char *text, size_t size)
{
    if (value->pc)
        snprintf(text, size, "line %u (thread %s)", t->program->pos.at[value->pc].line,
                 machine_thread_name(t->m, value->thread));
    else
        snprintf(text, size, "the beginning");
}

static void tell_read(Telling *t, const char *name, const OldCell *cell, size_t at)
{
    char old[80], newer[80];
    place_text(t, &cell->values.at[at], old, sizeof old);
    place_text(t, &cell->values.at[at + 1], newer, sizeof newer);
    snprintf(t->text, sizeof t->text,
             "reads an older value of %s, from %s: nothing puts %s before this", name, old, newer);
    t->told(t->self, t->text);
}

static void tell_write(Telling *t, const char *name, const OldCell *cell, size_t at)
{
    char next[80];
    place_text(t, &cell->values.at[at], next, sizeof next);
    snprintf(t->text, sizeof t->text,
             "its value of %s is overwritten at once by that of %s, which is there already", name,
             next);
    t->told(t->self, t->text);
}

static void follow_access(Older *older, Telling *t, const Deed *deed, const Outcome *o)
{
    const MemoryAccess *access = &deed->access;
    OldCell *cell = find_cell(older, (uint64_t)deed->object << 32 | (uint32_t)access->pointer);
    size_t len = cell->values.len, behind = access->behind;
    OldValue value = {access->pc, deed->thread};
    bool reads = access->deed != ACCESS_WRITE;
    if (behind > (reads ? len - 1 : len))
        return; /* the judge will say so */
    if (reads && behind)
        tell_read(t, name_of(o, access), cell, len - 1 - behind);
    if (!reads && behind)
        tell_write(t, name_of(o, access), cell, len - behind);
    if (access->deed != ACCESS_READ)
        put_value(cell, len - behind, value);
}

void older_follow(Older *older, Machine *m, const Program *program, const Judge *judge,
                  const Outcome *o, OlderTold *told, void *self)
{
    Telling t = {.m = m, .program = program, .told = told, .self = self};
    for (; older->noted < judge->deeds.len; older->noted++) {
        const Deed *deed = &judge->deeds.at[older->noted];
        bool access = deed->access.deed == ACCESS_READ || deed->access.deed == ACCESS_WRITE ||
                      deed->access.deed == ACCESS_UPDATE;
        if (access && !deed->access.many && deed->access.order != ORDER_PLAIN)
            follow_access(older, &t, deed, o);
    }
}

void older_free(Older *older)
{
    vec_each (OldCell, cell, &older->cells)
        vec_free(&cell->values);
    vec_free(&older->cells);
}
