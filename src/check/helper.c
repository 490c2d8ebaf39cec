/* helper.c -- see helper.h. */
#include "check/helper.h"

#include "machine/schedule.h"

/* The last step of another thread that did this to what the waiter wants; NULL: there is none. */
static const TraceStep *last_deed(const Bug *bug, const TraceWaiter *waiter, DeedKind kind)
{
    for (size_t k = bug->steps.len; k-- > 0;) {
        const TraceStep *step = &bug->steps.at[k];
        vec_each (TraceDeed, deed, &step->deeds)
            if (deed->kind == kind && deed_same_target(deed, &waiter->wants) &&
                strcmp(step->thread, waiter->thread) != 0)
                return step;
    }
    return NULL;
}

/* What has become of a thread. */
static const char *fate(const Bug *bug, const char *name, Machine *m, const State *state)
{
    vec_each (TraceWaiter, other, &bug->waiters)
        if (strcmp(other->thread, name) == 0)
            return "is stuck, too";
    each_live (t, state)
        if (strcmp(machine_thread_name(m, state->threads.at[t].tid), name) == 0)
            return "goes on, but never does so again";
    return "has ended";
}

typedef enum Writes { WRITES_NOT, WRITES, WRITES_PERHAPS } Writes;

/* Does the instruction write what stands at the place? */
static Writes writes_place(const Program *program, const Instr *i, uint64_t place, const char *name)
{
    if (i->op == OP_COPY || i->op == OP_FILL)
        return WRITES_PERHAPS;
    if (i->op != OP_STORE || i->flags & FLAG_INIT)
        return WRITES_NOT;
    if (i->a < 0)
        return program->constants.at[~i->a] + (uint64_t)(int64_t)i->offset == place ? WRITES
                                                                                    : WRITES_NOT;
    bool other = i->region && strcmp(program->regions.at[i->region].name, name) != 0;
    return other ? WRITES_NOT : WRITES_PERHAPS;
}

static bool points_to(const Program *program, Ref ref, uint64_t object)
{
    return ref < 0 && ref != NO_REF && (size_t)~ref < program->constants.len &&
           program->constants.at[~ref] >> 32 == object;
}

/* Is the address of the object used but to read and write it? */
static bool escapes(const Program *program, uint64_t object)
{
    vec_each (Instr, i, &program->code) {
        bool accesses = i->op == OP_LOAD || i->op == OP_STORE;
        if ((!accesses && points_to(program, i->a, object)) || points_to(program, i->b, object))
            return true;
        const List *list = &program->lists.at[i->list];
        for (uint32_t k = 0; i->list && k < list->len; k++)
            if (points_to(program, list->at[k], object))
                return true;
    }
    return false;
}

/* Lines in which the program writes it: none, one, or more. */
static const char *describe_writers(Job *job, const TraceDeed *wants)
{
    const Program *program = job->program;
    uint32_t line = 0, lines = 0;
    bool perhaps = false, blind = !wants->place || escapes(program, wants->place >> 32);
    for (uint32_t pc = 0; pc < program->code.len; pc++) {
        Writes writes = writes_place(program, &program->code.at[pc], wants->place, wants->name);
        perhaps |= blind && writes == WRITES_PERHAPS;
        lines += writes == WRITES && (!lines || program->pos.at[pc].line != line);
        if (writes == WRITES)
            line = program->pos.at[pc].line;
    }
    if (!lines && !perhaps)
        return arena_print(&job->arena, "nothing in the program writes `%s`", wants->name);
    if (lines == 1 && !perhaps)
        return arena_print(&job->arena,
                           "`%s` is written in line %u only, and nobody else has done so",
                           wants->name, line);
    return arena_print(&job->arena, "nobody else has written `%s`", wants->name);
}

const char *helper_describe(Job *job, const Bug *bug, const TraceWaiter *waiter, Machine *m,
                            const State *state)
{
    const char *name = waiter->wants.name;
    const TraceStep *step;
    if (!name || waiter->wants.kind == DEED_JOIN)
        return NULL;
    if (waiter->wants.kind == DEED_ACQUIRE) {
        step = last_deed(bug, waiter, DEED_ACQUIRE);
        return step ? arena_print(&job->arena, "thread %s (%s) has taken `%s` at line %u, and %s",
                                  step->thread, step->entry, name, step->pos.line,
                                  fate(bug, step->thread, m, state))
                    : NULL;
    }
    step = last_deed(bug, waiter, DEED_WRITE);
    if (!step)
        return describe_writers(job, &waiter->wants);
    return arena_print(&job->arena, "thread %s (%s) has written `%s` last, at line %u, and %s",
                       step->thread, step->entry, name, step->pos.line,
                       fate(bug, step->thread, m, state));
}
