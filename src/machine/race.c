/* race.c -- two threads that are about to touch the same memory: data races, and pairs whose memory
 * order matters.
 *
 * Weak accesses are taken as plain ones: if no two threads are ever about to do conflicting
 * accesses, one of them weak, every execution is sequentially consistent (DRF-SC; Boehm and Adve,
 * PLDI 2008). */
#include "machine/memory.h"

bool machine_keep_touches(Machine *m, bool keep)
{
    bool kept = m->options.touches;
    m->options.touches = keep;
    return kept;
}

bool machine_finds_races(const Machine *m)
{
    return m->model && m->model->finds_races;
}

/* Can the program do more than the machine shows, if weak accesses race?  A model shows all. */
static bool is_doubtful(const Machine *m)
{
    return m->facts.weak && !m->model && !m->doubts.weak_pair;
}

bool machine_compares(const Machine *m, uint32_t properties)
{
    return properties & PROPERTY_RACE || is_doubtful(m);
}

static bool touch_overlaps(const Touch *a, const Touch *b)
{
    return a->object == b->object && a->offset < b->offset + (int32_t)b->bytes &&
           b->offset < a->offset + (int32_t)a->bytes && (a->write || b->write);
}

static const char *place_of(Machine *m, uint32_t pc)
{
    Pos pos = m->program->pos.at[pc];
    const char *name = m->program->sources ? source_name(m->program->sources, pos) : "";
    return arena_print(&m->arena, "%s:%u", name, pos.line);
}

static void doubt_order(Machine *m, const Touch *a, const Touch *b)
{
    const Touch *first = a->weak ? a : b, *second = a->weak ? b : a;
    assert(first->weak && first->object == second->object);
    m->doubts.weak_pair = true;
    const char *why = arena_print(
        &m->arena,
        "%s is %s %s, while another thread %s it at %s: nothing is wrong in the sequentially "
        "consistent runs, and this engine knows no others; --engine=explore does, "
        "--memory-model=sc asks for no more",
        first->region ? m->program->regions.at[first->region].name : "memory",
        first->write ? "written" : "read",
        first->atomic ? "with a memory order below seq_cst (or as a volatile object)"
                      : "as if it were relaxed",
        second->write ? "writes" : "reads", place_of(m, second->pc));
    run_doubt_at(m, why, first->pc);
}

bool machine_races(Machine *m, const Touch *a, const Touch *b, uint32_t properties)
{
    if (!touch_overlaps(a, b) || !touch_may_race(a, properties) || !touch_may_race(b, properties))
        return false;
    if (properties & PROPERTY_RACE && touch_conflicts(a, b))
        return true;
    bool allowed = m->program->allows_races || (a->atomic && b->atomic);
    if ((a->weak || b->weak) && allowed && is_doubtful(m))
        doubt_order(m, a, b);
    return false;
}

bool touch_may_race(const Touch *touch, uint32_t properties)
{
    return touch->kind == TOUCH_DATA && !(touch->frees && properties & PROPERTY_MEMORY);
}

bool touch_conflicts(const Touch *a, const Touch *b)
{
    return touch_overlaps(a, b) && !(a->atomic && b->atomic);
}

/* Who fails to take a lock knows that another one has it, and nothing happens before that by the
 * rules of C: what the search takes as ordered need not be (Boehm and Adve). */
void race_failed_try(Machine *m)
{
    m->doubts.failed_try = true;
    if (!is_doubtful(m))
        return;
    m->doubts.weak_pair = true;
    run_doubt(m,
              "a lock is tried in vain, or a function of the library tells what others have done "
              "and puts nothing in order, and the program has "
              "accesses with a memory order below seq_cst (or of volatile objects): this engine "
              "knows sequentially consistent runs only; --engine=explore knows others, "
              "--memory-model=sc asks for no more");
}
