/* recall.c -- see recall.h. */
#include "machine/recall.h"

#include "machine/internal.h"

enum {
    MOST_NODES = HARD_CHECKS ? 1 << 6 : 1 << 22, /* then all is forgotten */
    ON_TRIAL = 1 << 12, /* after so many steps, and whenever there are twice as many, ... */
    WORTH_IT = 2,       /* ... each must have been found so often, on the average */
    TID_BITS = 12       /* of the key of a top; the rest is the stack */
};
#define NEVER UINT32_MAX /* such a step is always taken */

static bool may_recall(const Machine *m, Tid t, StackId s)
{
    return m->recall.on && !m->options.record && !m->options.touches && !m->choosing.given &&
           !m->watched.len && t.ix < 1u << TID_BITS && s.ix < 1u << (32 - TID_BITS);
}

static uint32_t leaf_of(const Machine *m, uint32_t object)
{
    return object < m->store.slots.len ? m->store.slots.at[object].leaf : 0;
}

/* Where everything begins that the thread can do from here. */
static uint32_t top_of(Recall *r, Tid t, LocalId l, StackId s)
{
    bool is_new;
    uint32_t top = pairs_add(&r->tops, l.ix, s.ix << TID_BITS | t.ix, &is_new);
    if (is_new) {
        vec_push(&r->top_nodes, (uint32_t)r->nodes.len);
        vec_push(&r->nodes, ((RecallNode){0}));
    }
    return r->top_nodes.at[top];
}

/* The node behind what was found; a new one knows nothing. */
static uint32_t follow(Recall *r, uint32_t node, uint32_t found)
{
    bool is_new;
    uint32_t way = pairs_add(&r->ways, node, found, &is_new);
    if (is_new) {
        vec_push(&r->way_nodes, (uint32_t)r->nodes.len);
        vec_push(&r->nodes, ((RecallNode){0}));
    }
    return r->way_nodes.at[way];
}

static GlobalId changed(Machine *m, const RecallOutcome *was)
{
    if (!was->changes)
        return (GlobalId){m->store.view.root};
    m->changes.len = 0;
    vec_resize(&m->changes, was->changes);
    memcpy(m->changes.at, &m->recall.changes.at[was->first_change],
           was->changes * sizeof *m->changes.at);
    return (GlobalId){tree_change(&m->tables.globals, &m->store.view, m->changes.at, was->changes)};
}

static void recall_outcome(Machine *m, const RecallOutcome *was, Outcome *o)
{
    o->kind = was->kind;
    o->pc = was->pc;
    o->l = was->l;
    o->s = was->s;
    o->g = changed(m, was);
    for (uint32_t k = 0; k < was->choices; k++)
        vec_push(&o->choices, m->recall.choices.at[was->first_choice + k]);
    o->alternatives = was->alternatives;
    o->awaits = was->awaits;
    o->shows = was->shows;
    o->dropped = was->dropped;
    o->open = false;
    o->held = (HeldId){0};
    o->taken = (TaskId){0};
    o->commit = 0;
    o->split = (Split){0};
}

/* What is recalled is what the step does. */
static void check_recalled(Machine *m, Tid t, LocalId l, StackId s, const Outcomes *recalled)
{
    Outcomes taken = {0};
    uint64_t steps = m->steps_run, length = m->long_work;
    GlobalId g = {m->store.view.root};
    m->recall.on = false;
    machine_run(m, t, g, l, s, NULL, &taken);
    m->recall.on = true;
    m->steps_run = steps;
    m->long_work = length;
    assert(taken.len == recalled->len);
    for (size_t k = 0; k < taken.len; k++) {
        const Outcome *a = &taken.all.at[k], *b = &recalled->all.at[k];
        assert(a->kind == b->kind && a->g.ix == b->g.ix && a->l.ix == b->l.ix &&
               a->s.ix == b->s.ix);
        assert(a->pc == b->pc && a->choices.len == b->choices.len && !a->renames && !b->renames);
        assert(a->awaits == b->awaits && a->alternatives == b->alternatives);
        for (size_t c = 0; c < a->choices.len; c++)
            assert(a->choices.at[c] == b->choices.at[c]);
    }
    outcomes_free(&taken);
}

bool recall_find(Machine *m, Tid t, LocalId l, StackId s, Outcomes *out)
{
    Recall *r = &m->recall;
    if (!may_recall(m, t, s))
        return false;
    uint32_t node = top_of(r, t, l, s);
    while (r->nodes.at[node].looks)
        node = follow(r, node, leaf_of(m, r->nodes.at[node].what));
    uint32_t number = r->nodes.at[node].what;
    r->learns = !number;
    if (!number || number == NEVER)
        return false;
    const RecallStep *step = &r->steps.at[number - 1];
    r->found++;
    out->len = 0;
    for (uint32_t k = 0; k < step->outcomes; k++)
        recall_outcome(m, &r->outcomes.at[step->first + k], outcomes_next(out));
    m->steps_run += step->runs;
    m->long_work += step->long_work;
    if (HARD_CHECKS)
        check_recalled(m, t, l, s, out);
    return true;
}

/* ---- learning ---- */

void recall_begin(Machine *m)
{
    Recall *r = &m->recall;
    if (!r->learns)
        return;
    r->runs = m->steps_run;
    r->long_work = m->long_work;
    r->spoiled = false;
    r->first_outcome = (uint32_t)r->outcomes.len;
    m->footprint.on = true;
}

void recall_note_changes(Machine *m)
{
    Recall *r = &m->recall;
    if (!r->learns)
        return;
    vec_push(&r->outcomes, ((RecallOutcome){.first_change = (uint32_t)r->changes.len,
                                            .changes = (uint32_t)m->changes.len}));
    vec_each (TreeChange, change, &m->changes)
        vec_push(&r->changes, *change);
}

/* The changes of those that have a successor are there already, in the same order. */
static bool learn_outcomes(Recall *r, const Outcomes *out)
{
    uint32_t changed = r->first_outcome, last = (uint32_t)r->outcomes.len;
    for (size_t k = 0; k < out->len; k++) {
        const Outcome *o = &out->all.at[k];
        if (o->kind == OUTCOME_WRONG || o->forked.len || o->posted.len || o->taken.ix ||
            o->ends.len)
            return false;
        RecallOutcome was = {0};
        if (outcome_has_successor(o)) {
            assert(changed < last);
            was = r->outcomes.at[changed++];
        }
        was.kind = o->kind;
        was.pc = o->pc;
        was.l = o->l;
        was.s = o->s;
        was.first_choice = (uint32_t)r->choices.len;
        was.choices = (uint32_t)o->choices.len;
        vec_each (const uint32_t, choice, &o->choices)
            vec_push(&r->choices, *choice);
        was.alternatives = o->alternatives;
        was.awaits = o->awaits;
        was.shows = o->shows;
        was.dropped = o->dropped;
        vec_push(&r->outcomes, was);
    }
    assert(changed == last);
    uint32_t count = (uint32_t)out->len;
    memmove(&r->outcomes.at[r->first_outcome], &r->outcomes.at[last],
            count * sizeof *r->outcomes.at);
    r->outcomes.len = r->first_outcome + count;
    return true;
}

/* The nodes of all that the step has looked at, from the top down. */
static uint32_t path_of_run(Machine *m, uint32_t node)
{
    Recall *r = &m->recall;
    vec_each (uint32_t, object, &m->footprint.looked) {
        RecallNode *at = &r->nodes.at[node];
        assert(at->looks ? at->what == *object : !at->what);
        *at = (RecallNode){.looks = true, .what = *object};
        node = follow(r, node, leaf_of(m, *object));
    }
    assert(!r->nodes.at[node].looks && !r->nodes.at[node].what);
    return node;
}

/* Whatever becomes of it, this step is taken. */
static void give_up(Recall *r, uint32_t top)
{
    r->outcomes.len = r->first_outcome;
    r->nodes.at[top] = (RecallNode){.what = NEVER};
}

static void forget(Recall *r)
{
    pairs_free(&r->tops);
    pairs_free(&r->ways);
    vec_free(&r->top_nodes);
    vec_free(&r->way_nodes);
    vec_free(&r->nodes);
    vec_free(&r->steps);
    vec_free(&r->outcomes);
    vec_free(&r->changes);
    vec_free(&r->choices);
}

static bool is_power_of_two(uint64_t n)
{
    return !(n & (n - 1));
}

void recall_end(Machine *m, Tid t, LocalId l, StackId s, const Outcomes *out)
{
    Recall *r = &m->recall;
    if (!r->learns)
        return;
    r->learns = false;
    m->footprint.on = m->options.footprints;
    uint32_t top = top_of(r, t, l, s);
    if (r->spoiled || !learn_outcomes(r, out)) {
        give_up(r, top);
        return;
    }
    uint32_t node = path_of_run(m, top);
    vec_push(&r->steps, ((RecallStep){.first = r->first_outcome,
                                      .outcomes = (uint32_t)out->len,
                                      .runs = (uint32_t)(m->steps_run - r->runs),
                                      .long_work = m->long_work - r->long_work}));
    r->nodes.at[node].what = (uint32_t)r->steps.len;
    r->learned++;
    if (r->learned >= ON_TRIAL && is_power_of_two(r->learned) && r->found < WORTH_IT * r->learned)
        r->on = false;
    if (!r->on || r->nodes.len >= MOST_NODES)
        forget(r);
}

bool recall_may_begin(const Machine *m)
{
    const MachineOptions *options = &m->options;
    return options->recalls && !m->model && !options->anonymous && !options->share &&
           !options->footprints && !(options->predicates && m->program->accesses.len) &&
           !program_is_serial(m->program);
}

uint64_t recall_bytes(const Machine *m)
{
    const Recall *r = &m->recall;
    return pairs_bytes(&r->tops) + pairs_bytes(&r->ways) + r->nodes.cap * sizeof *r->nodes.at +
           (r->top_nodes.cap + r->way_nodes.cap) * sizeof(uint32_t) +
           r->steps.cap * sizeof *r->steps.at + r->outcomes.cap * sizeof *r->outcomes.at +
           r->changes.cap * sizeof *r->changes.at + r->choices.cap * sizeof *r->choices.at;
}

void recall_free(Machine *m)
{
    forget(&m->recall);
}
