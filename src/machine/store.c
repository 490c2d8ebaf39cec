/* store.c -- the global store that is loaded: taken apart, changed, interned again. */
#include "machine/memory.h"

#include <stdlib.h>

enum {
    THREAD_SPARE = 28,
    THREAD_TAKEN = 29,
    THREAD_JOINED = 30,
    THREAD_ENDED = 31
};                          /* bits of a thread's word, behind its tid */
enum { THREAD_HOLDS = 63 }; /* the bit of a word behind it: the cells that it holds */
/* The lower half of an object's first word. */
enum { OWNER_SHIFT = 20, LAYOUT_MASK = (1 << OWNER_SHIFT) - 1, MOST_OWNERS = 4095 };

static void forget_memory(Machine *m)
{
    if (m->model && m->model->forget)
        m->model->forget(m);
}

void store_load(Machine *m, GlobalId g)
{
    if (m->store.loaded && m->store.view.root == g.ix)
        return;
    enum { OBJECTS_A_STEP = 256 }; /* about as much work as a step */
    uint32_t len = 1u << 2 * tree_height(g.ix);
    m->long_work += len / OBJECTS_A_STEP;
    hard_assert(!m->store.dirty.len && !m->store.threads_dirty);
    tree_load(&m->tables.globals, &m->store.view, g.ix, len);
    const uint32_t *leaves = tree_leaves(&m->store.view);
    while (len > m->program->globals.len + private_reserved(m) && !leaves[len - 1])
        len--;
    m->store.view.len = len;
    m->store.slots.len = 0;
    vec_reserve(&m->store.slots, len);
    for (uint32_t i = 0; i < len; i++)
        m->store.slots.at[i] = (Slot){.leaf = leaves[i]};
    m->store.slots.len = len;
    m->store.threads_loaded = false;
    forget_memory(m);
    hard_assert(m->store.slots.at[0].leaf);
    m->store.loaded = true;
}

void store_undo(Machine *m)
{
    hard_assert(!m->serial.is_old);
    vec_each (uint32_t, object, &m->store.dirty) {
        hard_assert(m->store.slots.at[*object].dirty);
        m->store.slots.at[*object] = (Slot){.leaf = m->store.slots.at[*object].leaf};
    }
    m->store.dirty.len = 0;
    m->store.slots.len = m->store.view.len;
    forget_memory(m);
    arena_reset(&m->store.step);
    if (m->store.threads_dirty)
        m->store.threads_loaded = m->store.threads_dirty = false;
}

static bool is_small(const Machine *m, uint32_t object)
{
    return object < m->facts.is_small.len && m->facts.is_small.at[object];
}

Slot *store_object(Machine *m, uint32_t object)
{
    if (m->footprint.on)
        footprint_add(m, object);
    if (!object || object >= m->store.slots.len)
        return NULL;
    Slot *slot = &m->store.slots.at[object];
    if (slot->bytes)
        return slot;
    if (is_small(m, object)) {
        slot->layout = m->program->globals.at[object].layout;
        slot->size = program_global_size(m->program, &m->program->globals.at[object]);
        slot->bytes = (uint8_t *)&m->store.view.nodes.at[object]; /* store_write copies it */
        return slot;
    }
    if (!slot->leaf)
        return NULL;
    const uint64_t *record = records_get(&m->tables.objects, slot->leaf);
    slot->layout = (uint32_t)record[0] & LAYOUT_MASK;
    slot->owner = (uint32_t)record[0] >> OWNER_SHIFT;
    slot->size = (uint32_t)(record[0] >> 32);
    slot->bytes = (uint8_t *)(uintptr_t)(record + 1);
    slot->raw = m->program->layouts.at[slot->layout].kind == LAYOUT_RAW;
    if (slot->raw) {
        uint32_t words = 1 + (slot->size + 7) / 8;
        slot->shadow = (uint32_t *)(uintptr_t)(record + words);
        slot->shadows = (records_len(&m->tables.objects, slot->leaf) - words) * 2;
    }
    return slot;
}

/* Moves the contents to fresh memory of the step with room for `size` bytes and a header. */
static void move_out(Machine *m, Slot *slot, uint32_t size)
{
    uint32_t room = (size + 7) & ~7u;
    uint32_t shadows = slot->raw ? raw_shadow_count(m, size) + ADDRESS_NOTES : 0;
    uint64_t *record = arena_alloc(&m->store.step, 8 + (size_t)room + ((shadows + 1) & ~1u) * 4);
    memcpy(record + 1, slot->bytes, slot->size < size ? slot->size : size);
    slot->bytes = (uint8_t *)(record + 1);
    slot->room = room;
    if (!slot->raw)
        return;
    uint32_t *shadow = (uint32_t *)(void *)(slot->bytes + room);
    uint32_t known = slot->shadows < shadows ? slot->shadows : shadows;
    if (known)
        memcpy(shadow, slot->shadow, known * sizeof *shadow);
    slot->shadow = shadow;
    slot->shadows = shadows;
}

uint8_t *store_write(Machine *m, uint32_t object)
{
    Slot *slot = store_object(m, object);
    if (!slot->dirty) {
        move_out(m, slot, slot->size);
        slot->dirty = true;
        vec_push(&m->store.dirty, object);
    }
    hard_assert(slot->size <= slot->room);
    return slot->bytes;
}

void store_resize(Machine *m, uint32_t object, uint32_t size)
{
    store_write(m, object);
    Slot *slot = &m->store.slots.at[object];
    if (size > slot->room)
        move_out(m, slot, size * 2);
    else if (size < slot->size)
        memset(slot->bytes + size, 0, slot->size - size);
    slot->size = size;
    hard_assert(slot->size <= slot->room && slot->dirty);
}

/* The running thread's lowest free name.  Names are pairs (creator, which of its objects), numbered
 * when first used, so what one thread allocates never depends on what others did. */
static uint32_t free_name(Machine *m)
{
    bool is_new;
    for (uint32_t k = 0;; k++) {
        uint32_t object =
            (uint32_t)m->program->globals.len + pairs_add(&m->tables.names, m->tid.ix, k, &is_new);
        if (!store_object(m, object))
            return object;
    }
}

/* Where whole states are known they are canonical: the next number will do. */
uint32_t store_allocate(Machine *m, uint32_t layout, uint32_t size)
{
    uint32_t object = private_free(m, layout), owner = 0;
    if (object || (m->options.track_owners && m->tid.ix < MOST_OWNERS && !m->options.anonymous))
        owner = m->tid.ix + 1;
    if (!object)
        object = m->naming.whole ? (uint32_t)m->store.slots.len : free_name(m);
    if (object >= m->store.slots.len)
        vec_resize(&m->store.slots, object + 1);
    Slot *slot = &m->store.slots.at[object];
    hard_assert(layout && layout < m->program->layouts.len);
    hard_assert(!slot->leaf && !slot->bytes); /* the name was free */
    *slot = (Slot){.layout = layout, .size = size, .dirty = true, .room = (size + 7) & ~7u};
    slot->raw = m->program->layouts.at[layout].kind == LAYOUT_RAW;
    slot->shadows = slot->raw ? raw_shadow_count(m, size) + ADDRESS_NOTES : 0;
    size_t all = 8 + (size_t)slot->room + ((slot->shadows + 1) & ~1u) * 4;
    slot->bytes = (uint8_t *)((uint64_t *)arena_alloc(&m->store.step, all) + 1);
    slot->shadow = (uint32_t *)(void *)(slot->bytes + slot->room);
    slot->owner = owner;
    vec_push(&m->store.dirty, object);
    m->result.pointers_changed = true;
    m->recall.spoiled = true; /* the name depends on all objects that there are */
    if (m->watcher && m->watcher->make)
        m->watcher->make(m->watcher->self, layout);
    return object;
}

/* The pointers inside the object make others reachable in turn. */
static void publish_contents(Machine *m, uint32_t object)
{
    const Slot *slot = store_object(m, object);
    const Layout *layout = &m->program->layouts.at[slot->layout];
    for (uint32_t word = 0; slot->raw && word < slot->shadows; word++) {
        store_publish(m, pointer_make(m->store.slots.at[object].shadow[word], 0));
        slot = &m->store.slots.at[object];
    }
    if (slot->raw || !m->facts.has_pointers.at[slot->layout])
        return;
    for (uint32_t at = 0; at + layout->size <= m->store.slots.at[object].size; at += layout->size)
        vec_each (Field, field, &layout->fields)
            if (field->type.kind == TYPE_PTR)
                store_publish(m, value_load(m->store.slots.at[object].bytes + at + field->offset,
                                            field->type));
}

void store_publish(Machine *m, uint64_t pointer)
{
    uint32_t object = (uint32_t)(pointer >> 32);
    const Slot *slot = store_object(m, object);
    if (!slot || !slot->owner)
        return;
    if (private_has(m, object)) {
        private_give(m, object);
        return;
    }
    store_write(m, object);
    m->store.slots.at[object].owner = 0;
    publish_contents(m, object);
}

uint32_t store_intern_bytes(Machine *m, uint32_t object, uint64_t *words, uint32_t layout,
                            uint32_t owner, uint32_t size)
{
    if (is_small(m, object))
        return (uint32_t)words[1];
    words[0] = layout | owner << OWNER_SHIFT | (uint64_t)size << 32;
    return records_add(&m->tables.objects, words, 1 + (size + 7) / 8);
}

static uint32_t intern_object(Machine *m, uint32_t object)
{
    Slot *slot = &m->store.slots.at[object];
    if (is_small(m, object)) {
        uint32_t leaf;
        memcpy(&leaf, slot->bytes, sizeof leaf);
        return leaf;
    }
    hard_assert(slot->dirty && slot->layout <= LAYOUT_MASK && slot->owner <= MOST_OWNERS);
    uint64_t *record = (uint64_t *)(void *)slot->bytes - 1;
    record[0] = slot->layout | slot->owner << OWNER_SHIFT | (uint64_t)slot->size << 32;
    uint32_t words = 1 + (slot->size + 7) / 8, shadows = slot->raw ? slot->shadows : 0;
    while (shadows && !slot->shadow[shadows - 1])
        shadows--;
    return records_add(&m->tables.objects, record, words + (shadows + 1) / 2);
}

uint32_t store_leaf(Machine *m, uint32_t object)
{
    hard_assert(object < m->store.slots.len);
    return m->store.slots.at[object].dirty ? intern_object(m, object)
                                           : m->store.slots.at[object].leaf;
}

uint32_t store_intern_threads(Machine *m)
{
    m->scratch.len = 0;
    if (m->model)
        vec_push(&m->scratch, m->store.common);
    vec_each (ThreadEntry, entry, &m->store.threads) {
        hard_assert(entry->tid <= TID_GHOST.ix);
        hard_assert(entry == m->store.threads.at || entry[-1].tid < entry->tid ||
                    entry->tid == TID_GHOST.ix);
        vec_push(&m->scratch, (uint64_t)entry->children << 32 |
                                  (uint64_t)entry->ended << THREAD_ENDED |
                                  (uint64_t)entry->joined << THREAD_JOINED |
                                  (uint64_t)entry->taken << THREAD_TAKEN |
                                  (uint64_t)entry->spare << THREAD_SPARE | entry->tid);
        if (m->facts.thread_words)
            vec_push(&m->scratch, entry->word);
        if (m->model)
            vec_push(&m->scratch, entry->memory);
        if (entry->held)
            vec_push(&m->scratch, (uint64_t)1 << THREAD_HOLDS | entry->held);
    }
    return records_add(&m->tables.objects, m->scratch.at, m->scratch.len);
}

static int by_place(const void *a, const void *b)
{
    uint32_t x = ((const TreeChange *)a)->place, y = ((const TreeChange *)b)->place;
    return x < y ? -1 : x > y;
}

void store_find_changes(Machine *m)
{
    m->changes.len = 0;
    if (m->model && m->model->flush)
        m->model->flush(m);
    if (m->store.threads_dirty)
        vec_push(&m->changes, ((TreeChange){0, store_intern_threads(m)}));
    vec_each (uint32_t, object, &m->store.dirty) {
        if (private_has(m, *object))
            continue;
        uint32_t leaf = intern_object(m, *object);
        if (leaf != m->store.slots.at[*object].leaf)
            vec_push(&m->changes, ((TreeChange){*object, leaf}));
    }
    if (m->changes.len > 1)
        qsort(m->changes.at, m->changes.len, sizeof *m->changes.at, by_place);
}

GlobalId store_intern_changes(Machine *m)
{
    if (m->store.slots.len <= 1u << 2 * m->store.view.height) {
        return (GlobalId){
            tree_change(&m->tables.globals, &m->store.view, m->changes.at, m->changes.len)};
    }
    VEC(uint32_t) leaves = {0};
    vec_resize(&leaves, m->store.slots.len);
    memcpy(leaves.at, tree_leaves(&m->store.view), m->store.view.len * sizeof *leaves.at);
    vec_each (TreeChange, change, &m->changes)
        leaves.at[change->place] = change->value;
    GlobalId g = {tree_intern(&m->tables.globals, leaves.at, (uint32_t)leaves.len)};
    vec_free(&leaves);
    return g;
}

static bool has_leaf(const Machine *m, uint32_t leaf)
{
    const uint32_t *leaves = tree_leaves(&m->store.view);
    for (uint32_t k = 0; k < m->store.view.len; k++)
        if (leaves[k] == leaf)
            return true;
    return false;
}

void machine_go_on(Machine *m, GlobalId before, GlobalId now)
{
    enum { LARGE = 1 << 10 }; /* words */
    VEC(uint32_t) old = {0};
    if (m->model || m->recall.on || !m->store.loaded || m->store.view.root != before.ix)
        return;
    vec_each (TreeChange, change, &m->changes) {
        bool was = change->place && change->place < m->store.view.len &&
                   !is_small(m, change->place) && m->store.slots.at[change->place].leaf;
        uint32_t leaf = was ? m->store.slots.at[change->place].leaf : 0;
        if (leaf && records_len(&m->tables.objects, leaf) >= LARGE)
            vec_push(&old, leaf);
    }
    if (old.len)
        store_load(m, now);
    vec_each (uint32_t, leaf, &old)
        if (!has_leaf(m, *leaf))
            records_drop(&m->tables.objects, *leaf);
    vec_free(&old);
}

GlobalId store_intern(Machine *m)
{
    store_find_changes(m);
    return store_intern_changes(m);
}

void store_load_threads(Machine *m)
{
    if (m->footprint.on)
        footprint_add(m, 0);
    if (m->store.threads_loaded)
        return;
    uint32_t leaf = m->store.slots.at[0].leaf;
    const uint64_t *words = records_get(&m->tables.objects, leaf);
    uint32_t len = records_len(&m->tables.objects, leaf), modelled = m->model != NULL;
    m->store.threads.len = 0;
    m->store.common = modelled && len ? (uint32_t)words[0] : 0;
    for (uint32_t i = modelled; i < len; i += 1 + m->facts.thread_words + modelled) {
        if (words[i] >> THREAD_HOLDS) {
            hard_assert(m->store.threads.len);
            vec_last(&m->store.threads).held = (uint32_t)words[i++];
            if (i == len)
                break;
        }
        vec_push(&m->store.threads,
                 ((ThreadEntry){
                     .tid = (uint32_t)words[i] & ((1u << THREAD_SPARE) - 1),
                     .spare = words[i] >> THREAD_SPARE & 1,
                     .taken = words[i] >> THREAD_TAKEN & 1,
                     .joined = words[i] >> THREAD_JOINED & 1,
                     .ended = words[i] >> THREAD_ENDED & 1,
                     .children = (uint32_t)(words[i] >> 32),
                     .word = m->facts.thread_words ? words[i + 1] : 0,
                     .memory = modelled ? (uint32_t)words[i + 1 + m->facts.thread_words] : 0,
                 }));
    }
    m->store.threads_loaded = true;
}

ThreadEntry *store_thread(Machine *m, uint32_t tid)
{
    each_entry (entry, m)
        if (entry->tid == tid)
            return entry;
    return NULL;
}

/* ---- for those who watch ---- */

bool machine_peek(Machine *m, uint32_t object, int32_t offset, Type type, uint64_t *value)
{
    const Slot *slot = store_object(m, object);
    if (!slot || !slot->layout)
        return false;
    bool raw = m->program->layouts.at[slot->layout].kind == LAYOUT_RAW;
    uint32_t bytes = raw ? raw_cell_bytes(m, type) : type_bytes(type);
    if (offset < 0 || (uint64_t)offset + bytes > slot->size)
        return false;
    if (raw && type.kind == TYPE_PTR)
        return raw_peek_pointer(m, slot, (uint32_t)offset, value);
    *value = value_load(slot->bytes + offset, type);
    return true;
}

uint32_t machine_size(Machine *m, uint32_t object)
{
    const Slot *slot = store_object(m, object);
    return slot ? slot->size : 0;
}

uint32_t machine_layout(Machine *m, uint32_t object)
{
    const Slot *slot = store_object(m, object);
    return slot ? slot->layout : 0;
}

uint32_t machine_objects(const Machine *m)
{
    return (uint32_t)m->store.slots.len;
}

uint32_t machine_owner(Machine *m, uint32_t object)
{
    const Slot *slot = store_object(m, object);
    return slot ? slot->owner : 0;
}
