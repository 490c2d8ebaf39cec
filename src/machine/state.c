/* state.c -- whole states, and the canonical names of their objects. */
#include "machine/state.h"

#include "machine/memory.h"
#include "machine/part.h"
#include "machine/recall.h"
#include "machine/schedule.h"

/* Threads are sorted by their names; one that has ended may have left its name to another. */
static void put_thread(State *state, StateThread thread)
{
    size_t k = state->threads.len;
    while (k > 0 && state->threads.at[k - 1].tid.ix > thread.tid.ix)
        k--;
    if (k > 0 && state->threads.at[k - 1].tid.ix == thread.tid.ix) {
        state->threads.at[k - 1] = thread;
        return;
    }
    vec_push(&state->threads, thread);
    for (size_t j = state->threads.len - 1; j > k; j--)
        state->threads.at[j] = state->threads.at[j - 1];
    state->threads.at[k] = thread;
}

void state_apply(State *state, size_t index, const Outcome *o)
{
    hard_assert(index < state->threads.len && outcome_has_successor(o));
    hard_assert(o->kind != OUTCOME_ENDED || (!o->l.ix && !o->s.ix));
    state->g = o->g;
    state->threads.at[index].l = o->l;
    state->threads.at[index].s = o->s;
    for (size_t k = 0; k < o->forked.len; k++)
        if (o->forked.at[k].tid.ix != TID_GHOST.ix)
            put_thread(state, (StateThread){o->forked.at[k].tid, o->forked.at[k].l, {0}});
}

ptrdiff_t state_chooser(Machine *m, const State *state)
{
    each_live (t, state)
        if (machine_at_choice(m, state->threads.at[t].l))
            return (ptrdiff_t)t;
    return -1;
}

void state_initial(Machine *m, const Outcome *o, State *state)
{
    state->g = o->g;
    state->threads.len = 0;
    assert(o->kind == OUTCOME_STEP && !m->options.anonymous);
    for (size_t k = 0; k < o->forked.len; k++) {
        assert(!k || o->forked.at[k - 1].tid.ix < o->forked.at[k].tid.ix);
        vec_push(&state->threads, ((StateThread){o->forked.at[k].tid, o->forked.at[k].l, {0}}));
    }
    state_canonicalise(m, state);
}

void state_free(State *state)
{
    vec_free(&state->threads);
}

/* ---- the traversal ----
 *
 * Roots: the globals in order, then each thread's local store and its frames from the top down.
 * Objects get their numbers when they are met; their own pointers are followed in that order. */

static uint32_t first_heap_object(const Machine *m)
{
    return (uint32_t)m->program->globals.len;
}

static inline void meet(Machine *m, uint64_t pointer)
{
    uint32_t heap = first_heap_object(m), object = (uint32_t)(pointer >> 32);
    if (object < heap || object - heap >= m->naming.number.len ||
        m->naming.number.at[object - heap])
        return;
    m->naming.number.at[object - heap] = heap + (uint32_t)m->naming.order.len;
    vec_push(&m->naming.order, object);
}

static void meet_pointer(Machine *m, uint64_t *pointer)
{
    meet(m, *pointer);
}

static void meet_object(Machine *m, uint32_t object)
{
    const Slot *slot = store_object(m, object);
    hard_assert(slot); /* a whole state has no pointers into gaps */
    if (m->model && m->model->meet)
        m->model->meet(m, object, meet_pointer);
    for (uint32_t word = 0; word < slot->shadows; word++)
        meet(m, (uint64_t)slot->shadow[word] << 32);
    if (!slot->layout || slot->raw || !m->facts.has_pointers.at[slot->layout])
        return;
    const Layout *layout = &m->program->layouts.at[slot->layout];
    for (uint32_t at = 0; at + layout->size <= slot->size; at += layout->size)
        vec_each (Field, field, &layout->fields)
            if (field->type.kind == TYPE_PTR)
                meet(m, value_load(slot->bytes + at + field->offset, field->type));
}

static void meet_local(Machine *m, LocalId l)
{
    const uint64_t *record = records_get(&m->tables.locals, l.ix);
    const Keep *keep = keep_at(m, (uint32_t)record[0]);
    for (uint32_t i = 0; i < keep->len; i++)
        if (m->facts.kept.at[keep->first + i] & (uint32_t)KEPT_POINTER)
            meet(m, record[1 + i]);
}

static void meet_stack(Machine *m, StackId stack)
{
    for (uint32_t s = stack.ix; s; s = pairs_right(&m->tables.stacks, s))
        meet_local(m, (LocalId){pairs_left(&m->tables.stacks, s)});
}

/* The frames of the running thread, which are not packed yet. */
static void meet_running(Machine *m)
{
    for (size_t f = m->frames.len; f-- > 0;) {
        const Frame *frame = &m->frames.at[f];
        const Keep *keep = keep_at(m, frame->pc);
        const uint64_t *registers = m->registers.at + frame->base;
        for (uint32_t i = 0; i < keep->len; i++) {
            uint32_t kept = m->facts.kept.at[keep->first + i];
            if (kept & (uint32_t)KEPT_POINTER)
                meet(m, registers[KEPT_REGISTER(kept)]);
        }
    }
    meet_stack(m, m->below);
}

/* A copy of what the memory model keeps, in m->scratch, with each pointer visited. */
static void visit_words(Machine *m, uint32_t record, void (*visit)(Machine *m, uint64_t *pointer))
{
    uint32_t len = record ? records_len(&m->tables.memories, record) : 0;
    m->scratch.len = 0;
    vec_resize(&m->scratch, len);
    if (!len)
        return;
    memcpy(m->scratch.at, records_get(&m->tables.memories, record), len * sizeof *m->scratch.at);
    m->model->pointers(m, m->scratch.at, len, visit);
}

/* What threads keep besides their frames. */
static void meet_threads(Machine *m)
{
    if (!m->facts.thread_words && !m->model)
        return;
    each_entry (entry, m) {
        meet(m, entry->word);
        if (m->model && m->model->pointers)
            visit_words(m, entry->memory, meet_pointer);
    }
    if (m->model && m->model->pointers)
        visit_words(m, m->store.common, meet_pointer);
}

/* Meets everything that can be reached; `running`: the thread that is in the midst of a step, or
 * -1. */
static void traverse(Machine *m, const State *state, ptrdiff_t running)
{
    m->naming.order.len = m->naming.number.len = 0;
    vec_resize(&m->naming.number, m->store.slots.len - first_heap_object(m));
    vec_each (uint32_t, global, &m->facts.roots)
        meet_object(m, *global);
    meet_threads(m);
    each_thread (t, state) {
        const StateThread *thread = &state->threads.at[t];
        if ((ptrdiff_t)t == running) {
            meet_running(m);
            continue;
        }
        if (thread->l.ix)
            meet_local(m, thread->l);
        meet_stack(m, thread->s);
    }
    for (size_t k = 0; k < m->naming.order.len; k++)
        meet_object(m, m->naming.order.at[k]);
}

void state_traverse_running(Machine *m)
{
    m->naming.order.len = m->naming.number.len = 0;
    vec_resize(&m->naming.number, m->store.slots.len - first_heap_object(m));
    meet(m, m->nameless.own);
    meet_running(m);
    for (size_t k = 0; k < m->naming.order.len; k++)
        meet_object(m, m->naming.order.at[k]);
}

/* The thread is about to acquire a lock in this object: before that it follows no pointer. */
static bool waits_for(Machine *m, LocalId l, uint32_t object)
{
    uint32_t pc = machine_local_pc(m, l);
    const Instr *point = &m->program->code.at[pc], *next = point + 1;
    uint64_t pointer;
    return point->op == OP_POINT && next->op == OP_ACQUIRE && next->target == pc && next->a >= 0 &&
           machine_register(m, l, (uint32_t)next->a, &pointer) && pointer >> 32 == object;
}

bool machine_encloses(Machine *m, uint32_t outer, uint32_t inner)
{
    uint32_t heap = first_heap_object(m);
    if (!m->naming.whole)
        return false;
    m->naming.order.len = m->naming.number.len = 0;
    vec_resize(&m->naming.number, m->store.slots.len - heap);
    hard_assert(outer >= heap && outer - heap < m->naming.number.len);
    hard_assert(inner >= heap && inner - heap < m->naming.number.len);
    m->naming.number.at[outer - heap] = UINT32_MAX; /* nobody goes through it */
    vec_each (uint32_t, global, &m->facts.roots)
        meet_object(m, *global);
    meet_threads(m);
    each_thread (t, m->naming.whole) {
        const StateThread *thread = &m->naming.whole->threads.at[t];
        if (t == m->naming.index || (thread->l.ix && waits_for(m, thread->l, outer)))
            continue;
        if (thread->l.ix)
            meet_local(m, thread->l);
        meet_stack(m, thread->s);
    }
    vec_each (Forked, forked, &m->result.forked)
        if (!waits_for(m, forked->l, outer))
            meet_local(m, forked->l);
    for (size_t k = 0; k < m->naming.order.len; k++)
        meet_object(m, m->naming.order.at[k]);
    return !m->naming.number.at[inner - heap];
}

static bool keeps_names(const Machine *m)
{
    if (m->naming.order.len != m->naming.number.len)
        return false;
    for (size_t k = 0; k < m->naming.order.len; k++)
        if (m->naming.order.at[k] != first_heap_object(m) + k)
            return false;
    return true;
}

bool state_is_canonical(Machine *m)
{
    hard_assert(m->naming.whole && m->naming.index < m->naming.whole->threads.len);
    if (m->result.forked.len)
        return false; /* not known: the new threads are roots too */
    traverse(m, m->naming.whole, (ptrdiff_t)m->naming.index);
    return keeps_names(m);
}

/* As one action, unless it is known what becomes of that. */
static void take_step(Machine *m, GlobalId g, const StateThread *thread, Outcomes *out)
{
    store_load(m, g);
    if (recall_find(m, thread->tid, thread->l, thread->s, out))
        return;
    recall_begin(m);
    machine_run(m, thread->tid, g, thread->l, thread->s, NULL, out);
    recall_end(m, thread->tid, thread->l, thread->s, out);
}

void state_run(Machine *m, const State *state, size_t index, const Watcher *watcher, Outcomes *out)
{
    const StateThread *thread = &state->threads.at[index];
    hard_assert(index < state->threads.len && state_is_live(state, index));
    m->naming.whole = state;
    m->naming.index = index;
    if (watcher)
        machine_run(m, thread->tid, state->g, thread->l, thread->s, watcher, out);
    else
        take_step(m, state->g, thread, out);
    m->naming.whole = NULL;
}

void state_step(Machine *m, const State *state, size_t index, Outcomes *out)
{
    state_run(m, state, index, NULL, out);
}

/* ---- the renaming ---- */

static uint64_t renamed(const Machine *m, uint64_t pointer)
{
    uint32_t heap = first_heap_object(m), object = (uint32_t)(pointer >> 32);
    if (object < heap || object - heap >= m->naming.number.len)
        return pointer;
    hard_assert(m->naming.number.at[object - heap]); /* whatever leads there was met */
    return (uint64_t)m->naming.number.at[object - heap] << 32 | (uint32_t)pointer;
}

static LocalId rename_local(Machine *m, LocalId l)
{
    uint32_t len = records_len(&m->tables.locals, l.ix);
    m->scratch.len = 0;
    vec_resize(&m->scratch, len);
    memcpy(m->scratch.at, records_get(&m->tables.locals, l.ix), len * sizeof *m->scratch.at);
    const Keep *keep = keep_at(m, (uint32_t)m->scratch.at[0]);
    hard_assert(keep->len < len);
    for (uint32_t i = 0; i < keep->len; i++)
        if (m->facts.kept.at[keep->first + i] & (uint32_t)KEPT_POINTER)
            m->scratch.at[1 + i] = renamed(m, m->scratch.at[1 + i]);
    return (LocalId){records_add(&m->tables.locals, m->scratch.at, len)};
}

static StackId rename_stack(Machine *m, StackId s)
{
    VEC(uint32_t) frames = {0};
    for (uint32_t k = s.ix; k; k = pairs_right(&m->tables.stacks, k))
        vec_push(&frames, pairs_left(&m->tables.stacks, k));
    StackId result = {0};
    while (frames.len)
        result = stack_push(m, rename_local(m, (LocalId){vec_pop(&frames)}), result);
    vec_free(&frames);
    return result;
}

static uint32_t rename_raw(Machine *m, const Slot *slot)
{
    if (!slot->shadows)
        return slot->leaf;
    uint32_t len = records_len(&m->tables.objects, slot->leaf);
    m->scratch.len = 0;
    vec_resize(&m->scratch, len);
    memcpy(m->scratch.at, records_get(&m->tables.objects, slot->leaf), len * sizeof *m->scratch.at);
    hard_assert(slot->shadows / 2 < len && slot->shadows % 2 == 0);
    uint32_t *shadow = (uint32_t *)(m->scratch.at + len) - slot->shadows;
    for (uint32_t word = 0; word < slot->shadows; word++)
        shadow[word] = (uint32_t)(renamed(m, (uint64_t)shadow[word] << 32) >> 32);
    return records_add(&m->tables.objects, m->scratch.at, len);
}

static void rename_pointer(Machine *m, uint64_t *pointer)
{
    *pointer = renamed(m, *pointer);
}

/* What leads there does not keep it alive. */
static void rename_if_met(Machine *m, uint64_t *pointer)
{
    uint32_t heap = first_heap_object(m), object = (uint32_t)(*pointer >> 32);
    bool is_heap = object >= heap && object - heap < m->naming.number.len;
    *pointer = is_heap && !m->naming.number.at[object - heap] ? POINTER_DEAD : renamed(m, *pointer);
}

static uint32_t rename_words(Machine *m, uint32_t record)
{
    if (!record)
        return 0;
    visit_words(m, record, rename_pointer);
    return records_add(&m->tables.memories, m->scratch.at, m->scratch.len);
}

static uint32_t rename_threads(Machine *m)
{
    if (!m->facts.thread_words && !m->model && !m->facts.holds)
        return m->store.slots.at[0].leaf;
    if (m->model && m->model->rename)
        m->model->rename(m, rename_if_met);
    each_entry (entry, m) {
        entry->held = held_rename(m, entry->held, rename_if_met);
        entry->word = renamed(m, entry->word);
        if (m->model && m->model->pointers)
            entry->memory = rename_words(m, entry->memory);
    }
    if (m->model && m->model->pointers)
        m->store.common = rename_words(m, m->store.common);
    m->store.threads_loaded = false; /* they belong to another store now */
    m->store.threads_dirty = false;
    return store_intern_threads(m);
}

static uint32_t rename_leaf(Machine *m, uint32_t object)
{
    const Slot *slot = store_object(m, object);
    hard_assert(!slot->dirty);
    if (object < m->facts.is_small.len && m->facts.is_small.at[object])
        return slot->leaf;
    if (slot->raw)
        return rename_raw(m, slot);
    bool small = object < m->facts.is_small.len && m->facts.is_small.at[object];
    if (small || !slot->layout || !m->facts.has_pointers.at[slot->layout])
        return slot->leaf;
    const Layout *layout = &m->program->layouts.at[slot->layout];
    uint32_t len = 1 + (slot->size + 7) / 8;
    m->scratch.len = 0;
    vec_resize(&m->scratch, len);
    memcpy(m->scratch.at, records_get(&m->tables.objects, slot->leaf), len * sizeof *m->scratch.at);
    uint8_t *bytes = (uint8_t *)(m->scratch.at + 1);
    for (uint32_t at = 0; at + layout->size <= slot->size; at += layout->size)
        vec_each (Field, field, &layout->fields) {
            uint8_t *cell = bytes + at + field->offset;
            if (field->type.kind == TYPE_PTR)
                value_store(cell, field->type, renamed(m, value_load(cell, field->type)));
        }
    return records_add(&m->tables.objects, m->scratch.at, len);
}

static GlobalId rename_globals(Machine *m)
{
    VEC(uint32_t) leaves = {0};
    vec_push(&leaves, rename_threads(m));
    for (uint32_t k = 1; k < first_heap_object(m); k++)
        vec_push(&leaves, rename_leaf(m, k));
    vec_each (uint32_t, object, &m->naming.order) {
        hard_assert(m->naming.number.at[*object - first_heap_object(m)] == leaves.len);
        vec_push(&leaves, rename_leaf(m, *object));
    }
    GlobalId g = {tree_intern(&m->tables.globals, leaves.at, (uint32_t)leaves.len)};
    vec_free(&leaves);
    return g;
}

/* The memory model's own normal form, before objects are renamed. */
static void canonicalise_memory(Machine *m, State *state)
{
    store_load(m, state->g);
    m->model->canonicalise(m);
    if (m->store.threads_dirty)
        state->g = store_intern(m);
    store_undo(m);
}

/* For the hard build: objects have no gaps, and a traversal meets them in the order of their names,
 * so a state that was renamed once stays as it is. */
static void check_canonical(Machine *m, const State *state)
{
    store_load(m, state->g);
    assert(m->store.slots.len >= first_heap_object(m));
    for (uint32_t k = first_heap_object(m); k < m->store.slots.len; k++)
        assert(m->store.slots.at[k].leaf);
    traverse(m, state, -1);
    assert(keeps_names(m));
}

void state_canonicalise(Machine *m, State *state)
{
    if (m->model && m->model->canonicalise)
        canonicalise_memory(m, state);
    if (!m->facts.has_heap)
        return;
    store_load(m, state->g);
    traverse(m, state, -1);
    if (keeps_names(m))
        return;
    each_thread (t, state) {
        StateThread *thread = &state->threads.at[t];
        if (thread->l.ix)
            thread->l = rename_local(m, thread->l);
        thread->s = rename_stack(m, thread->s);
    }
    state->g = rename_globals(m);
    if (HARD_CHECKS)
        check_canonical(m, state);
}

void state_sweep(Machine *m, State *state, const uint32_t *pinned, size_t len)
{
    uint32_t heap = first_heap_object(m);
    if (!m->facts.has_heap)
        return;
    store_load(m, state->g);
    traverse(m, state, -1);
    size_t met = m->naming.order.len;
    for (size_t k = 0; k < len; k++)
        if (store_object(m, pinned[k]))
            meet(m, pointer_make(pinned[k], 0));
    for (size_t k = met; k < m->naming.order.len; k++)
        meet_object(m, m->naming.order.at[k]);
    VEC(uint32_t) leaves = {0};
    for (uint32_t k = 0; k < m->store.slots.len; k++)
        vec_push(&leaves,
                 k < heap || m->naming.number.at[k - heap] ? m->store.slots.at[k].leaf : 0);
    while (leaves.len > heap && !vec_last(&leaves))
        leaves.len--;
    state->g = (GlobalId){tree_intern(&m->tables.globals, leaves.at, (uint32_t)leaves.len)};
    vec_free(&leaves);
}

/* ---- the same where only a part of the state is known, see part.h ---- */

static void load_base(Machine *m, GlobalId base)
{
    TreeView *view = &m->naming.base;
    uint32_t len = 1u << 2 * tree_height(base.ix);
    if (view->root != base.ix || view->len != len)
        tree_load(&m->tables.globals, view, base.ix, len);
}

static uint32_t base_leaf(const Machine *m, uint32_t place)
{
    const TreeView *view = &m->naming.base;
    return place < view->len ? tree_leaves(view)[place] : 0;
}

/* Old objects keep their names; false: there are no others. */
static bool find_new_objects(Machine *m)
{
    uint32_t heap = first_heap_object(m);
    bool some = false;
    m->naming.order.len = m->naming.number.len = 0;
    vec_resize(&m->naming.number, m->store.slots.len - heap);
    for (uint32_t k = heap; k < m->store.slots.len; k++) {
        bool old = base_leaf(m, k) != 0;
        m->naming.number.at[k - heap] = old ? k : 0;
        some |= !old && m->store.slots.at[k].leaf;
    }
    return some;
}

static bool was_changed(const Machine *m, uint32_t place)
{
    return m->store.slots.at[place].leaf != base_leaf(m, place);
}

/* New objects can be reached from what was changed, and from what is known of the stack. */
static void meet_new_objects(Machine *m, const Part *part)
{
    uint32_t heap = first_heap_object(m);
    Forked forked;
    for (uint32_t k = 1; k < m->store.slots.len; k++)
        if ((k < heap || base_leaf(m, k)) && was_changed(m, k))
            meet_object(m, k);
    if (part->l.ix)
        meet_local(m, part->l);
    meet_stack(m, part->s);
    if (was_changed(m, 0))
        meet_threads(m);
    for (ForkId forks = part->forks; forks.ix;) {
        forks = forks_take(m, forks, &forked);
        meet_local(m, forked.l);
    }
    for (size_t k = 0; k < m->naming.order.len; k++)
        meet_object(m, m->naming.order.at[k]);
}

/* The names that the thread gives first; objects of the base have them not. */
static void name_new_objects(Machine *m, Tid t)
{
    uint32_t heap = first_heap_object(m), k = 0;
    bool is_new;
    vec_each (uint32_t, object, &m->naming.order) {
        uint32_t name;
        assert(!base_leaf(m, *object));
        do
            name = heap + pairs_add(&m->tables.names, t.ix, k++, &is_new);
        while (base_leaf(m, name));
        m->naming.number.at[*object - heap] = name;
    }
}

static GlobalId rename_part(Machine *m)
{
    uint32_t heap = first_heap_object(m), len = (uint32_t)m->store.slots.len;
    vec_each (uint32_t, object, &m->naming.order) {
        uint32_t name = m->naming.number.at[*object - heap];
        len = name >= len ? name + 1 : len;
    }
    VEC(uint32_t) leaves = {0};
    vec_resize(&leaves, len);
    for (uint32_t k = 0; k < m->store.slots.len; k++) {
        bool old = k < heap || base_leaf(m, k);
        if (old && was_changed(m, k))
            leaves.at[k] = k ? rename_leaf(m, k) : rename_threads(m);
        else if (old)
            leaves.at[k] = m->store.slots.at[k].leaf;
    }
    vec_each (uint32_t, object, &m->naming.order)
        leaves.at[m->naming.number.at[*object - heap]] = rename_leaf(m, *object);
    while (len > heap && !leaves.at[len - 1])
        len--;
    GlobalId g = {tree_intern(&m->tables.globals, leaves.at, len)};
    vec_free(&leaves);
    return g;
}

static ForkId rename_forks(Machine *m, ForkId forks)
{
    Forked forked;
    if (!forks.ix)
        return forks;
    ForkId others = rename_forks(m, forks_take(m, forks, &forked));
    return forks_add(m, others, forked.tid, rename_local(m, forked.l));
}

void machine_tidy(Machine *m, Tid t, GlobalId base, Part *part)
{
    if (!m->facts.has_heap)
        return;
    store_load(m, part->g);
    load_base(m, base);
    if (!find_new_objects(m))
        return;
    meet_new_objects(m, part);
    name_new_objects(m, t);
    if (part->l.ix)
        part->l = rename_local(m, part->l);
    part->s = rename_stack(m, part->s);
    part->forks = rename_forks(m, part->forks);
    part->g = rename_part(m);
}
