/* part.c -- see part.h. */
#include "machine/part.h"

#include "machine/internal.h"

/* ---- footprints ---- */

enum { MOST_OBJECTS = 1 << 24 }; /* no store has more: such an object is nowhere */

void footprint_add(Machine *m, uint32_t object)
{
    if (object >= MOST_OBJECTS)
        return;
    if (object >= m->footprint.is_looked.len)
        vec_resize(&m->footprint.is_looked, object + 1);
    if (m->footprint.is_looked.at[object])
        return;
    m->footprint.is_looked.at[object] = true;
    vec_push(&m->footprint.looked, object);
}

void footprint_clear(Machine *m)
{
    vec_each (uint32_t, object, &m->footprint.looked)
        m->footprint.is_looked.at[*object] = false;
    m->footprint.looked.len = 0;
}

const uint32_t *machine_looked(const Machine *m, size_t *len)
{
    *len = m->footprint.looked.len;
    return m->footprint.looked.at;
}

uint32_t machine_leaf(const Machine *m, GlobalId g, uint32_t place)
{
    return tree_leaf(&m->tables.globals, g.ix, place);
}

static uint32_t places_of(GlobalId g)
{
    return 1u << 2 * tree_height(g.ix);
}

/* The number of the leaves, without the empty ones behind the last object. */
static GlobalId intern_leaves(Machine *m, const uint32_t *leaves, uint32_t len)
{
    while (len > m->program->globals.len && !leaves[len - 1])
        len--;
    return (GlobalId){tree_intern(&m->tables.globals, leaves, len)};
}

static void load_part(Machine *m, GlobalId g)
{
    if (m->footprint.part.root != g.ix || !m->footprint.part.nodes.len)
        tree_load(&m->tables.globals, &m->footprint.part, g.ix, places_of(g));
}

GlobalId machine_graft(Machine *m, GlobalId onto, GlobalId from, const uint32_t *places, size_t len)
{
    uint32_t size = places_of(onto), wanted = size;
    VEC(uint32_t) leaves = {0};
    bool changed = false;
    if (onto.ix == from.ix)
        return onto;
    load_part(m, onto);
    for (size_t k = 0; k < len; k++)
        if (places[k] >= wanted && machine_leaf(m, from, places[k]))
            wanted = places[k] + 1;
    vec_resize(&leaves, wanted);
    memcpy(leaves.at, tree_leaves(&m->footprint.part), size * sizeof *leaves.at);
    for (size_t k = 0; k < len; k++) {
        uint32_t leaf = machine_leaf(m, from, places[k]);
        if (places[k] >= wanted || leaves.at[places[k]] == leaf)
            continue;
        leaves.at[places[k]] = leaf;
        changed = true;
    }
    GlobalId g = changed ? intern_leaves(m, leaves.at, wanted) : onto;
    vec_free(&leaves);
    return g;
}

/* ---- forks: lists in Tables.forks, whose elements are in Tables.forked_as ---- */

ForkId forks_add(Machine *m, ForkId forks, Tid tid, LocalId l)
{
    bool is_new;
    if (!m->tables.forks.at.len)
        pairs_add(&m->tables.forks, 0, 0, &is_new); /* the empty list */
    uint32_t element = pairs_add(&m->tables.forked_as, tid.ix, l.ix, &is_new);
    return (ForkId){pairs_add(&m->tables.forks, element + 1, forks.ix, &is_new)};
}

ForkId forks_take(const Machine *m, ForkId forks, Forked *latest)
{
    assert(forks.ix);
    uint32_t element = pairs_left(&m->tables.forks, forks.ix) - 1;
    latest->tid = (Tid){pairs_left(&m->tables.forked_as, element)};
    latest->l = (LocalId){pairs_right(&m->tables.forked_as, element)};
    return (ForkId){pairs_right(&m->tables.forks, forks.ix)};
}

ForkId forks_join(Machine *m, ForkId first, ForkId second)
{
    VEC(Forked) later = {0};
    Forked forked;
    while (second.ix) {
        second = forks_take(m, second, &forked);
        vec_push(&later, forked);
    }
    while (later.len) {
        forked = vec_pop(&later);
        first = forks_add(m, first, forked.tid, forked.l);
    }
    vec_free(&later);
    return first;
}

StackId machine_push(Machine *m, LocalId frame, StackId stack)
{
    return stack_push(m, frame, stack);
}

LocalId machine_top(const Machine *m, StackId stack)
{
    assert(stack.ix);
    return (LocalId){pairs_left(&m->tables.stacks, stack.ix)};
}

StackId machine_pop(const Machine *m, StackId stack)
{
    assert(stack.ix);
    return (StackId){pairs_right(&m->tables.stacks, stack.ix)};
}

bool machine_is_alone_in(Machine *m, Tid t, GlobalId g)
{
    store_load(m, g);
    m->tid = t;
    return machine_is_alone(m);
}

bool machine_ghost(Machine *m, GlobalId g, uint32_t k, LocalId *l, bool *whole)
{
    store_load(m, g);
    store_load_threads(m);
    uint32_t at = count_threads(m) + k;
    if (at >= m->store.threads.len)
        return false;
    *l = (LocalId){m->store.threads.at[at].children};
    *whole = !m->store.threads.at[at].taken;
    return true;
}

void machine_open(Machine *m, GlobalId g)
{
    store_load(m, g);
}

bool machine_register(const Machine *m, LocalId l, uint32_t reg, uint64_t *value)
{
    const uint64_t *record = records_get(&m->tables.locals, l.ix);
    const Keep *keep = keep_at(m, (uint32_t)record[0]);
    for (uint32_t k = 0; k < keep->len; k++)
        if (KEPT_REGISTER(m->facts.kept.at[keep->first + k]) == reg) {
            *value = record[1 + k];
            return true;
        }
    return false;
}

LocalId machine_stack_top(const Machine *m, StackId s, StackId *below)
{
    *below = (StackId){pairs_right(&m->tables.stacks, s.ix)};
    return (LocalId){pairs_left(&m->tables.stacks, s.ix)};
}

/* Values only; a point is nothing here. */
static bool computes(Op op)
{
    return op <= OP_FORGET || op == OP_POINT;
}

const uint64_t *machine_registers_at(Machine *m, LocalId l, uint32_t pc)
{
    m->frames.len = 0;
    m->below = (StackId){0};
    frame_unpack(m, l);
    m->pc = vec_last(&m->frames).pc;
    m->status = RUNNING;
    while (m->pc != pc && m->status == RUNNING) {
        const Instr *i = &m->program->code.at[m->pc++];
        if (!computes(i->op))
            return NULL;
        if (i->op != OP_POINT)
            machine_act(m, i);
    }
    return m->status == RUNNING ? m->regs : NULL;
}

bool machine_changes_heap(const Machine *m)
{
    return m->facts.heap_changes;
}
