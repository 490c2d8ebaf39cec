/* c_points.c -- see c_points.h.
 *
 * All searches share the points at which threads may be interrupted, so comparing them with each
 * other says nothing about these.  But what an action may do is known without them: of memory that
 * others can reach it touches one scalar, unless it is one instruction of the processor that reads
 * and writes, or an atomic region.  Who can reach what, the machine knows, and the front end, which
 * puts the points, does not. */
#include "c_points.h"

#include <inttypes.h>
#include <stdio.h>

#include "machine/state.h"

enum { WALKS = 6, MOST_ACTIONS = 400 };

typedef struct Points {
    const Program *program;
    Machine *m;
    State state;
    Outcomes out;
    Touch first; /* of the action; bytes 0: none */
    Touch wrong[2];
    bool found;
} Points;

static void on_begin(void *self, bool at_choice)
{
    Points *p = self;
    (void)at_choice;
    p->first.bytes = 0;
}

/* Do they belong to one action by themselves: are they one instruction, or one call? */
static bool belong(const Points *p, const Touch *a, const Touch *b)
{
    Pos x = p->program->pos.at[a->pc], y = p->program->pos.at[b->pc];
    return x.line == y.line && x.column == y.column &&
           ((a->atomic && b->atomic) || (a->object == b->object && !a->write));
}

static bool on_touch(void *self, const Touch *touch)
{
    Points *p = self;
    if (touch->test || machine_is_alone(p->m) ||
        (touch->object && machine_owner(p->m, touch->object) == machine_running(p->m).ix + 1))
        return true;
    if (p->first.bytes && !belong(p, &p->first, touch) && !p->found) {
        p->found = true;
        p->wrong[0] = p->first;
        p->wrong[1] = *touch;
    }
    if (!p->first.bytes)
        p->first = *touch;
    return true;
}

static bool on_point(void *self, uint32_t pc)
{
    (void)self, (void)pc;
    return true;
}

static bool on_stuck(void *self, uint32_t pc)
{
    (void)self, (void)pc;
    return true;
}

static bool on_waits(void *self)
{
    (void)self;
    return true;
}

static void on_first(void *self, uint32_t pc)
{
    (void)self, (void)pc;
}

static uint32_t draw(uint64_t *dice, size_t below)
{
    *dice = *dice * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*dice >> 33) % (uint32_t)below;
}

/* One action of one thread, both by the dice; false: that thread cannot go on. */
static bool take(Points *p, uint64_t *dice)
{
    const Watcher watcher = {.self = p,
                             .begin = on_begin,
                             .touch = on_touch,
                             .point = on_point,
                             .stuck = on_stuck,
                             .waits = on_waits,
                             .first = on_first,
                             .circle = on_waits};
    ptrdiff_t chooser = state_chooser(p->m, &p->state);
    size_t t = chooser >= 0 ? (size_t)chooser : draw(dice, p->state.threads.len);
    if (!p->state.threads.at[t].l.ix)
        return false;
    state_run(p->m, &p->state, t, &watcher, &p->out);
    const Outcome *o = &p->out.all.at[draw(dice, p->out.len)];
    if (!outcome_has_successor(o))
        return false;
    bool renames = o->renames;
    state_apply(&p->state, t, o);
    if (renames)
        state_canonicalise(p->m, &p->state);
    return true;
}

static void walk(Points *p, uint64_t *dice)
{
    machine_initial(p->m, &p->out);
    if (p->out.all.at[0].kind == OUTCOME_WRONG)
        return;
    state_initial(p->m, &p->out.all.at[0], &p->state);
    for (uint32_t k = 0, in_vain = 0; k < MOST_ACTIONS && in_vain < 8 && !p->found; k++)
        in_vain = take(p, dice) ? 0 : in_vain + 1;
}

bool points_check(const Program *program, uint64_t seed)
{
    uint64_t dice = seed;
    Points p = {.program = program,
                .m = machine_new(program, (MachineOptions){.track_owners = true})};
    for (int k = 0; k < WALKS && !p.found; k++)
        walk(&p, &dice);
    for (int k = 0; k < 2 && p.found; k++)
        fprintf(stderr, "seed %" PRIu64 ", line %u: %s of %u bytes at offset %d of object %u%s\n",
                seed, program->pos.at[p.wrong[k].pc].line, p.wrong[k].write ? "write" : "read",
                p.wrong[k].bytes, p.wrong[k].offset, p.wrong[k].object,
                k ? ", in the same action" : "");
    state_free(&p.state);
    outcomes_free(&p.out);
    machine_free(p.m);
    return !p.found;
}
