/* older.c -- see older.h. */
#include "check/older.h"

static OldCell *get_cell(const Older *older, uint64_t place)
{
    vec_each (OldCell, cell, &older->cells)
        if (cell->place == place)
            return cell;
    return NULL;
}

static OldCell *find_cell(Older *older, uint64_t place, uint32_t bytes)
{
    OldCell *cell = get_cell(older, place);
    if (cell)
        return cell;
    vec_push(&older->cells, ((OldCell){.place = place, .bytes = bytes}));
    cell = &vec_last(&older->cells);
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

/* So many values are in memory. */
static size_t landed(const OldCell *cell)
{
    size_t len = cell->values.len;
    while (cell->values.at[len - 1].waits)
        len--;
    return len;
}

/* The first or the last value that waits in the queue of a thread; NULL: none does. */
static OldValue *find_waiting(const OldCell *cell, Tid thread, bool last)
{
    OldValue *found = NULL;
    vec_each (OldValue, value, &cell->values)
        if (value->waits && value->thread.ix == thread.ix && (last || !found))
            found = value;
    return found;
}

static void land(OldCell *cell, Tid thread)
{
    OldValue *from = find_waiting(cell, thread, false), *to = cell->values.at + landed(cell);
    if (!from)
        return;
    OldValue value = *from;
    value.waits = false;
    for (; from > to; from--)
        *from = from[-1];
    *to = value;
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
    const Outcome *o;
    uint32_t step;
    const OlderTold *told;
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

static void tell_older(Telling *t, const char *name, const OldValue *from, const OldValue *next)
{
    char old[80], newer[80];
    place_text(t, from, old, sizeof old);
    place_text(t, next, newer, sizeof newer);
    snprintf(t->text, sizeof t->text,
             next->waits ? "reads the value of %s from %s: that of %s is not in memory yet"
                         : "reads an older value of %s, from %s: nothing puts %s before this",
             name, old, newer);
    t->told->sentence(t->told->self, t->text);
}

static void tell_write(Telling *t, const char *name, const OldCell *cell, size_t at)
{
    char next[80];
    place_text(t, &cell->values.at[at], next, sizeof next);
    snprintf(t->text, sizeof t->text,
             "its value of %s is overwritten at once by that of %s, which is there already", name,
             next);
    t->told->sentence(t->told->self, t->text);
}

static void follow_read(Telling *t, const OldCell *cell, const Deed *deed)
{
    const MemoryAccess *access = &deed->access;
    const char *name = name_of(t->o, access);
    const OldValue *own = find_waiting(cell, deed->thread, true);
    const OldValue *from = own && access->deed == ACCESS_READ
                               ? own
                               : &cell->values.at[landed(cell) - 1 - access->behind];
    bool is_last = from == &vec_last(&cell->values) || own;
    bool other = from->step && from->thread.ix != deed->thread.ix;
    if (!is_last)
        tell_older(t, name, from, from + 1);
    if (access->order != ORDER_PLAIN || other)
        t->told->read(t->told->self, name, from, is_last);
}

static void follow_write(Telling *t, OldCell *cell, const Deed *deed)
{
    const MemoryAccess *access = &deed->access;
    OldValue value = {access->pc, deed->thread, t->step, access->waits};
    size_t at = (access->waits ? cell->values.len : landed(cell)) - access->behind;
    if (access->deed == ACCESS_WRITE && access->behind)
        tell_write(t, name_of(t->o, access), cell, at);
    if (access->waits && access->order != ORDER_PLAIN) {
        snprintf(t->text, sizeof t->text, "%s waits to get to memory", name_of(t->o, access));
        t->told->sentence(t->told->self, t->text);
    }
    put_value(cell, at, value);
}

static void follow_access(Older *older, Telling *t, const Deed *deed)
{
    const MemoryAccess *access = &deed->access;
    uint64_t place = (uint64_t)deed->object << 32 | (uint32_t)access->pointer;
    OldCell *cell = find_cell(older, place, access->bytes);
    bool reads = access->deed != ACCESS_WRITE;
    if (access->behind > landed(cell) - reads)
        return; /* the judge will say so */
    if (reads)
        follow_read(t, cell, deed);
    if (access->deed != ACCESS_READ)
        follow_write(t, cell, deed);
}

/* Many bytes at once are the latest value of each cell that they overlap. */
static void follow_bytes(Older *older, Telling *t, const Deed *deed)
{
    uint64_t first = (uint64_t)deed->object << 32 | (uint32_t)deed->access.pointer;
    vec_each (OldCell, cell, &older->cells)
        if (cell->place < first + deed->access.bytes && first < cell->place + cell->bytes)
            put_value(cell, landed(cell),
                      (OldValue){deed->access.pc, deed->thread, t->step, false});
}

static void follow_deed(Older *older, Telling *t, const Deed *deed)
{
    const MemoryAccess *access = &deed->access;
    bool is_access = access->deed == ACCESS_READ || access->deed == ACCESS_WRITE ||
                     access->deed == ACCESS_UPDATE;
    if (is_access && !access->many)
        follow_access(older, t, deed);
    else if (access->deed == ACCESS_WRITE)
        follow_bytes(older, t, deed);
    if (access->deed != ACCESS_LANDS)
        return;
    uint64_t place = (uint64_t)deed->object << 32 | (uint32_t)access->pointer;
    land(find_cell(older, place, access->bytes), (Tid){(uint32_t)access->read});
}

void older_follow(Older *older, Machine *m, const Program *program, const Judge *judge,
                  const Outcome *o, uint32_t step, const OlderTold *told)
{
    Telling t = {.m = m, .program = program, .o = o, .step = step, .told = told};
    for (; older->noted < judge->deeds.len; older->noted++)
        follow_deed(older, &t, &judge->deeds.at[older->noted]);
}

const OldValue *older_find(const Older *older, uint64_t place, uint32_t behind)
{
    const OldCell *cell = get_cell(older, place);
    return cell && behind < landed(cell) ? &cell->values.at[landed(cell) - 1 - behind] : NULL;
}

const OldValue *older_find_waiting(const Older *older, uint64_t place, Tid thread, uint32_t n)
{
    const OldCell *cell = get_cell(older, place);
    for (size_t k = 0; cell && k < cell->values.len; k++)
        if (cell->values.at[k].waits && cell->values.at[k].thread.ix == thread.ix && !n--)
            return &cell->values.at[k];
    return NULL;
}

void older_free(Older *older)
{
    vec_each (OldCell, cell, &older->cells)
        vec_free(&cell->values);
    vec_free(&older->cells);
}
