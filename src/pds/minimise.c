/* minimise.c -- which states of a deterministic automaton accept the same words?
 *
 * Valmari and Lehtinen, "Efficient minimization of DFAs with partial transition functions", STACS
 * 2008: two partitions are refined against each other, `blocks` of states and `cords` of edges, in
 * O(m log n) for m edges and n states; symbols need no table, and missing edges cost nothing.
 *
 *   edges of one cord have the same symbol and end in the same block
 *   states of one block agree on acceptance, and on the cords that leave them once all is done */
#include <stdlib.h>

#include "pds/automaton.h"

typedef struct Partition {
    uint32_t sets;
    uint32_t *elements; /* set by set */
    uint32_t *place;    /* element -> where it stands in elements */
    uint32_t *set_of;
    uint32_t *first, *past; /* set -> its part of elements */
    uint32_t *marked;       /* set -> how many of its first elements are marked */
    VEC(uint32_t) touched;  /* sets with marked elements */
} Partition;

static uint32_t *numbers(Arena *arena, size_t count)
{
    return arena_array(arena, uint32_t, count + 1);
}

/* One set with all elements, or none if there are none. */
static void partition_begin(Partition *p, uint32_t count, Arena *arena)
{
    p->sets = count > 0;
    p->elements = numbers(arena, count);
    p->place = numbers(arena, count);
    p->set_of = numbers(arena, count);
    p->first = numbers(arena, count);
    p->past = numbers(arena, count);
    p->marked = numbers(arena, count);
    for (uint32_t i = 0; i < count; i++)
        p->elements[i] = p->place[i] = i;
    p->past[0] = count;
}

static void partition_mark(Partition *p, uint32_t element)
{
    uint32_t set = p->set_of[element], from = p->place[element];
    uint32_t to = p->first[set] + p->marked[set];
    hard_assert(p->first[set] <= from && from < p->past[set]);
    if (from < to)
        return;
    hard_assert(p->marked[set] < p->past[set] - p->first[set]);
    uint32_t other = p->elements[to];
    p->elements[from] = other;
    p->place[other] = from;
    p->elements[to] = element;
    p->place[element] = to;
    if (!p->marked[set]++)
        vec_push(&p->touched, set);
}

/* Splits each set with marks in two; the smaller half is the new set. */
static void partition_split(Partition *p)
{
    while (p->touched.len) {
        uint32_t set = vec_pop(&p->touched), fresh = p->sets;
        uint32_t middle = p->first[set] + p->marked[set];
        uint32_t marked = p->marked[set];
        p->marked[set] = 0;
        if (middle == p->past[set])
            continue;
        if (marked <= p->past[set] - middle) {
            p->first[fresh] = p->first[set];
            p->past[fresh] = p->first[set] = middle;
        } else {
            p->past[fresh] = p->past[set];
            p->first[fresh] = p->past[set] = middle;
        }
        for (uint32_t i = p->first[fresh]; i < p->past[fresh]; i++)
            p->set_of[p->elements[i]] = fresh;
        p->marked[fresh] = 0;
        p->sets++;
    }
}

/* A walker, see base/check.h: the sets are parts of `elements`, one behind the other in some order,
 * and every element knows its place and its set; nothing is marked. */
static void check_partition(const Partition *p, uint32_t count)
{
    uint32_t sum = 0;
    for (uint32_t set = 0; set < p->sets; set++) {
        assert(p->first[set] < p->past[set] && p->past[set] <= count);
        assert(!p->marked[set]);
        sum += p->past[set] - p->first[set];
        for (uint32_t i = p->first[set]; i < p->past[set]; i++)
            assert(p->set_of[p->elements[i]] == set && p->place[p->elements[i]] == i);
    }
    assert(sum == count && !p->touched.len);
}

typedef struct Minimise {
    const Automaton *automaton;
    uint32_t *name; /* state -> number among the useful ones, or PDS_NONE */
    uint32_t states;
    VEC(Edge) edges; /* between useful states, renamed, sorted by symbol */
    uint32_t *enter; /* state -> first of its incoming edges in `incoming` */
    uint32_t *incoming;
    Partition blocks, cords;
    Arena arena;
} Minimise;

/* Marks with `bit` what can be reached, forwards or backwards, from what is marked with it already.
 */
static void spread(Minimise *m, uint8_t *seen, uint8_t bit, bool forwards)
{
    const Automaton *a = m->automaton;
    uint32_t *start = numbers(&m->arena, a->states + 1), *edges = numbers(&m->arena, a->edges.len);
    VEC(uint32_t) stack = {0};
    vec_each (const Edge, edge, &a->edges)
        start[(forwards ? edge->from : edge->to) + 1]++;
    for (uint32_t s = 0; s < a->states; s++)
        start[s + 1] += start[s];
    uint32_t *next = numbers(&m->arena, a->states);
    memcpy(next, start, a->states * sizeof *next);
    vec_each (const Edge, edge, &a->edges)
        edges[next[forwards ? edge->from : edge->to]++] = forwards ? edge->to : edge->from;
    for (uint32_t s = 0; s < a->states; s++)
        if (seen[s] & bit)
            vec_push(&stack, s);
    while (stack.len) {
        uint32_t s = vec_pop(&stack);
        for (uint32_t i = start[s]; i < start[s + 1]; i++)
            if (!(seen[edges[i]] & bit)) {
                seen[edges[i]] |= bit;
                vec_push(&stack, edges[i]);
            }
    }
    vec_free(&stack);
}

static int by_symbol(const void *a, const void *b)
{
    const Edge *x = a, *y = b;
    return x->symbol < y->symbol ? -1 : x->symbol > y->symbol;
}

/* Keeps the states between a root and acceptance. */
static void trim(Minimise *m)
{
    const Automaton *a = m->automaton;
    uint8_t *seen = arena_alloc(&m->arena, a->states + 1);
    for (uint32_t s = 0; s < a->states; s++)
        seen[s] = a->accepts.at[s] ? 2 : 0;
    vec_each (const uint32_t, root, &a->roots)
        seen[*root] |= 1;
    spread(m, seen, 1, true);
    spread(m, seen, 2, false);
    m->name = numbers(&m->arena, a->states);
    for (uint32_t s = 0; s < a->states; s++)
        m->name[s] = seen[s] == 3 ? m->states++ : PDS_NONE;
    vec_each (const Edge, edge, &a->edges) {
        uint32_t from = m->name[edge->from], to = m->name[edge->to];
        if (from != PDS_NONE && to != PDS_NONE)
            vec_push(&m->edges, ((Edge){from, edge->symbol, to}));
    }
    if (m->edges.len)
        qsort(m->edges.at, m->edges.len, sizeof *m->edges.at, by_symbol);
}

static void find_incoming(Minimise *m)
{
    m->enter = numbers(&m->arena, m->states + 1);
    m->incoming = numbers(&m->arena, m->edges.len);
    vec_each (Edge, edge, &m->edges)
        m->enter[edge->to + 1]++;
    for (uint32_t s = 0; s < m->states; s++)
        m->enter[s + 1] += m->enter[s];
    uint32_t *next = numbers(&m->arena, m->states);
    memcpy(next, m->enter, m->states * sizeof *next);
    for (uint32_t e = 0; e < m->edges.len; e++)
        m->incoming[next[m->edges.at[e].to]++] = e;
}

/* Accepting states from the others; edges by their symbols. */
static void first_partitions(Minimise *m)
{
    const Automaton *a = m->automaton;
    partition_begin(&m->blocks, m->states, &m->arena);
    for (uint32_t s = 0; s < a->states; s++)
        if (m->name[s] != PDS_NONE && a->accepts.at[s])
            partition_mark(&m->blocks, m->name[s]);
    partition_split(&m->blocks);
    Partition *cords = &m->cords;
    partition_begin(cords, (uint32_t)m->edges.len, &m->arena);
    for (uint32_t e = 1; e < m->edges.len; e++) {
        if (m->edges.at[e].symbol != m->edges.at[e - 1].symbol) {
            cords->past[cords->sets - 1] = e;
            cords->first[cords->sets++] = e;
        }
        cords->set_of[e] = cords->sets - 1;
        cords->past[cords->sets - 1] = (uint32_t)m->edges.len;
    }
}

static void refine(Minimise *m)
{
    Partition *blocks = &m->blocks, *cords = &m->cords;
    uint32_t block = 1;
    for (uint32_t cord = 0; cord < cords->sets; cord++) {
        for (uint32_t i = cords->first[cord]; i < cords->past[cord]; i++)
            partition_mark(blocks, m->edges.at[cords->elements[i]].from);
        partition_split(blocks);
        for (; block < blocks->sets; block++) {
            for (uint32_t i = blocks->first[block]; i < blocks->past[block]; i++) {
                uint32_t s = blocks->elements[i];
                for (uint32_t k = m->enter[s]; k < m->enter[s + 1]; k++)
                    partition_mark(cords, m->incoming[k]);
            }
            partition_split(cords);
        }
    }
}

/* Where an edge with the symbol leads from a state, as a block; PDS_NONE: nowhere. */
static uint32_t next_block(const Minimise *m, uint32_t state, uint32_t symbol)
{
    vec_each (const Edge, edge, &m->edges)
        if (edge->from == state && edge->symbol == symbol)
            return m->blocks.set_of[edge->to];
    return PDS_NONE;
}

enum { FEW_EDGES = 200 }; /* of an automaton in which each is looked for */

/* A walker: states of one block agree on the blocks that their edges lead to. */
static void check_blocks(const Minimise *m)
{
    check_partition(&m->blocks, m->states);
    check_partition(&m->cords, (uint32_t)m->edges.len);
    if (m->edges.len > FEW_EDGES)
        return;
    vec_each (const Edge, edge, &m->edges) {
        uint32_t block = m->blocks.set_of[edge->from];
        for (uint32_t i = m->blocks.first[block]; i < m->blocks.past[block]; i++)
            assert(next_block(m, m->blocks.elements[i], edge->symbol) ==
                   m->blocks.set_of[edge->to]);
    }
}

uint32_t automaton_classes(const Automaton *automaton, uint32_t *class_of)
{
    Minimise m = {.automaton = automaton};
    trim(&m);
    find_incoming(&m);
    first_partitions(&m);
    refine(&m);
    if (HARD_CHECKS)
        check_blocks(&m);
    for (uint32_t s = 0; s < automaton->states; s++)
        class_of[s] = m.name[s] == PDS_NONE ? PDS_NONE : m.blocks.set_of[m.name[s]];
    uint32_t classes = m.blocks.sets;
    vec_free(&m.edges);
    vec_free(&m.blocks.touched);
    vec_free(&m.cords.touched);
    arena_free(&m.arena);
    return classes;
}
