/* reach.c -- see reach.h. */
#include "machine/reach.h"

#include "machine/memory.h"

static void meet(const Machine *m, uint64_t pointer, Objects *out)
{
    uint32_t object = (uint32_t)(pointer >> 32);
    if (object && object < m->store.view.len)
        vec_push(out, object);
}

static void meet_local(const Machine *m, LocalId l, Objects *out)
{
    const uint64_t *record = records_get(&m->tables.locals, l.ix);
    const Keep *keep = keep_at(m, (uint32_t)record[0]);
    for (uint32_t i = 0; i < keep->len; i++)
        if (m->facts.kept.at[keep->first + i] & (uint32_t)KEPT_POINTER)
            meet(m, record[1 + i], out);
}

void reach_tell_wait(Machine *m, const Instr *i)
{
    Await await = {.region = i->region};
    if (i->op == OP_ACQUIRE)
        await.object = (uint32_t)(get(m, i->a) >> 32);
    if (i->op == OP_JOIN)
        await.thread = (uint32_t)get(m, i->a);
    m->watcher->await(m->watcher->self, &await);
}

void reach_from_thread(Machine *m, const State *state, size_t index, Objects *out)
{
    const StateThread *thread = &state->threads.at[index];
    store_load(m, state->g);
    meet_local(m, thread->l, out);
    for (uint32_t s = thread->s.ix; s; s = pairs_right(&m->tables.stacks, s))
        meet_local(m, (LocalId){pairs_left(&m->tables.stacks, s)}, out);
    if (!m->facts.thread_words)
        return;
    const ThreadEntry *entry = store_thread(m, thread->tid.ix);
    if (entry)
        meet(m, entry->word, out);
}

void reach_from_results(Machine *m, const State *state, Objects *out)
{
    store_load(m, state->g);
    store_load_threads(m);
    vec_each (ThreadEntry, entry, &m->store.threads)
        if (entry->ended)
            meet(m, entry->word, out);
}

static void meet_message(Machine *m, uint64_t *pointer)
{
    meet(m, *pointer, m->met);
}

void reach_from_object(Machine *m, const State *state, uint32_t object, const uint64_t *set,
                       uint32_t first, Objects *out)
{
    store_load(m, state->g);
    const Slot *slot = store_object(m, object);
    if (!slot)
        return;
    m->met = out;
    if (m->model && m->model->meet)
        m->model->meet(m, object, meet_message);
    for (uint32_t word = 0; word < slot->shadows; word++)
        meet(m, (uint64_t)slot->shadow[word] << 32, out);
    if (!slot->layout || slot->raw || !m->facts.has_pointers.at[slot->layout])
        return;
    const Layout *layout = &m->program->layouts.at[slot->layout];
    vec_each (Field, field, &layout->fields) {
        uint32_t bit = first + field->region;
        if (field->type.kind != TYPE_PTR ||
            (set && field->region && !(set[bit / 64] >> bit % 64 & 1)))
            continue;
        for (uint32_t at = 0; at + layout->size <= slot->size; at += layout->size)
            meet(m, value_load(slot->bytes + at + field->offset, field->type), out);
    }
}

uint32_t reach_objects(Machine *m, const State *state)
{
    store_load(m, state->g);
    return m->store.view.len;
}

/* In raw memory all bytes of a pointer are in one object. */
static bool takes_pointers(const Machine *m, uint32_t layout, uint64_t bytes)
{
    if (m->program->layouts.at[layout].kind == LAYOUT_RAW)
        return bytes >= m->program->pointer_bytes;
    return m->facts.has_pointers.at[layout];
}

bool reach_takes_pointers(Machine *m, const State *state, uint32_t object)
{
    store_load(m, state->g);
    const Slot *slot = store_object(m, object);
    return slot && slot->layout && takes_pointers(m, slot->layout, slot->size);
}

bool reach_has_pointers(Machine *m, uint32_t global)
{
    const Global *g = &m->program->globals.at[global];
    uint64_t size = m->program->layouts.at[g->layout].size;
    return takes_pointers(m, g->layout, g->count ? size * g->count : size);
}
