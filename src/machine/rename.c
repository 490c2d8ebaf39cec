/* rename.c -- threads that run the same code, seen as one.
 *
 * Nothing that a thread does depends on its own name, but for what it writes into locks, thread
 * variables and the record of threads.  So a store can be seen as the thread that calls itself
 * SELF would see it, and what that one does be done by any thread.  Its children are named after
 * it: the children of SELF become those of the thread.
 *
 * In raw memory names are found in locks only: where a lock was ever used (rename_note_lock), the
 * word is its owner.  A name that becomes a number anywhere else cannot be found again; so a thread
 * that makes one of its own name, forks, or reads the word of a lock as a number is seen under its
 * own name from then on, and so are all that run the same procedure (rename_ask). */
#include "machine/internal.h"
#include "machine/part.h"
#include "machine/schedule.h"

enum { NOBODY_CHILD = UINT32_MAX }; /* SELF has a name that no thread gets */
/* Where threads can be seen as numbers: SELF has one that no thread gets, and takes none away. */
enum { RAW_SELF = 4094, LOCK_BYTES = 4 };

static bool has_tid_field(const Layout *layout)
{
    vec_each (Field, field, &layout->fields)
        if (field->type.kind == TYPE_TID)
            return true;
    return false;
}

/* Memory that holds names of threads is read and written as such, and never otherwise. */
static bool is_typed(const Program *program)
{
    VEC(bool) names = {0};
    bool some = false, typed = true;
    vec_resize(&names, program->regions.len);
    vec_each (Layout, layout, &program->layouts)
        vec_each (Field, field, &layout->fields)
            if (field->type.kind == TYPE_TID)
                names.at[field->region] = some = true;
    vec_each (Instr, i, &program->code)
        if ((i->op == OP_LOAD || i->op == OP_STORE) && i->type.kind != TYPE_TID)
            typed &= i->region ? !names.at[i->region] : !some;
    vec_free(&names);
    return typed;
}

static bool is_of_readers(const Instr *i)
{
    return (i->flags & FLAG_RW) &&
           (i->op == OP_ACQUIRE || i->op == OP_RELEASE || i->op == OP_TRYACQUIRE);
}

void rename_prepare(Machine *m)
{
    bool is_new, raw = program_is_raw(m->program);
    m->sharing.on = m->options.share && !m->options.number_threads && (raw || is_typed(m->program));
    vec_each (Instr, i, &m->program->code)
        m->sharing.on &= i->op != OP_POST && /* what is posted may name threads */
                         (raw || !is_of_readers(i));
    vec_each (Layout, layout, &m->program->layouts)
        vec_push(&m->sharing.has_tids, has_tid_field(layout));
    vec_resize(&m->sharing.named, m->program->procs.len);
    if (m->sharing.on)
        m->sharing.self =
            (Tid){raw ? RAW_SELF : pairs_add(&m->tables.families, 0, NOBODY_CHILD, &is_new)};
}

void rename_free(Machine *m)
{
    names_free(m);
    vec_free(&m->sharing.has_tids);
    vec_free(&m->sharing.lock_words);
    vec_free(&m->sharing.named);
    pairs_free(&m->sharing.renamings);
    vec_free(&m->sharing.renamed_to);
}

bool machine_shares(const Machine *m, Tid *self)
{
    *self = m->sharing.self;
    return m->sharing.on;
}

static bool is_seen_as_self(const Machine *m, Tid t)
{
    return m->sharing.on && !m->sharing.named.at[machine_thread_proc(m, t)];
}

Tid machine_seen_as(const Machine *m, Tid t)
{
    return is_seen_as_self(m, t) ? m->sharing.self : t;
}

bool machine_unshares(Machine *m, Tid t)
{
    bool anew = m->sharing.name_asked || m->sharing.new_lock_word;
    if (m->sharing.name_asked)
        m->sharing.named.at[machine_thread_proc(m, t)] = true;
    if (anew) {
        pairs_free(&m->sharing.renamings);
        m->sharing.renamed_to.len = 0;
    }
    m->sharing.name_asked = m->sharing.new_lock_word = false;
    return anew;
}

/* ---- locks in raw memory ---- */

/* From the lock of one element to that of the next; bytes are no elements. */
static uint32_t lock_distance(const Machine *m, uint32_t layout)
{
    uint32_t size = m->program->layouts.at[layout].size;
    return size >= LOCK_BYTES ? size : 0;
}

/* Words that overlap cannot be told from each other. */
static bool is_near(const LockWord *a, const LockWord *b)
{
    return a->layout == b->layout && a->offset < b->offset + LOCK_BYTES &&
           b->offset < a->offset + LOCK_BYTES;
}

void rename_note_lock(Machine *m, const Slot *slot, uint32_t offset)
{
    if (m->program->layouts.at[slot->layout].kind != LAYOUT_RAW)
        return;
    uint32_t distance = lock_distance(m, slot->layout);
    LockWord new = {slot->layout, distance ? offset % distance : offset};
    vec_each (LockWord, word, &m->sharing.lock_words) {
        if (word->layout == new.layout && word->offset == new.offset)
            return;
        m->sharing.on &= !is_near(word, &new);
    }
    vec_push(&m->sharing.lock_words, new);
    m->sharing.has_tids.at[slot->layout] = m->sharing.new_lock_word = true;
}

/* The next lock of an object of so many bytes: after those at `*word` and `*at`; false: none. */
static bool next_lock(const Machine *m, uint32_t layout, uint32_t size, size_t *word, uint32_t *at)
{
    uint32_t distance = lock_distance(m, layout);
    *at = distance && *at != UINT32_MAX ? *at + distance : UINT32_MAX;
    while (*at == UINT32_MAX || *at + LOCK_BYTES > size) {
        if (++*word >= m->sharing.lock_words.len)
            return false;
        const LockWord *lock = &m->sharing.lock_words.at[*word];
        *at = lock->layout == layout ? lock->offset : UINT32_MAX;
    }
    return true;
}

bool rename_is_held(const Machine *m, const Slot *slot, uint32_t offset, uint32_t bytes)
{
    uint32_t at = UINT32_MAX;
    if (m->sharing.has_tids.at[slot->layout])
        for (size_t word = SIZE_MAX; next_lock(m, slot->layout, slot->size, &word, &at);)
            if (at < offset + bytes && offset < at + LOCK_BYTES &&
                value_load(slot->bytes + at, TYPE_THREAD) != 0)
                return true;
    return false;
}

void rename_note_read(Machine *m, const Slot *slot, uint32_t offset, uint32_t bytes)
{
    if (m->tid.ix == m->sharing.self.ix)
        m->sharing.name_asked |= rename_is_held(m, slot, offset, bytes);
}

typedef struct Renaming {
    Tid from, to;
    bool children;               /* those of `from` become those of `to` */
    const uint32_t *permutation; /* of numbers: instead of all that; NULL: none */
    uint32_t count;
} Renaming;

static uint32_t rename_tid(Machine *m, const Renaming *r, uint32_t tid)
{
    bool is_new;
    if (r->permutation)
        return tid < r->count ? r->permutation[tid] : tid;
    if (tid == r->from.ix)
        return r->to.ix;
    if (!r->children || tid >= m->tables.families.at.len || /* memory may hold anything */
        pairs_left(&m->tables.families, tid) != r->from.ix + 1)
        return tid;
    return pairs_add(&m->tables.families, r->to.ix + 1, pairs_right(&m->tables.families, tid),
                     &is_new);
}

static uint64_t rename_value(Machine *m, const Renaming *r, uint64_t value)
{
    return value ? (uint64_t)rename_tid(m, r, (uint32_t)value - 1) + 1 : 0;
}

/* ---- the global store ---- */

/* Numbered threads know who forked them. */
static void permute_entry(Machine *m, const Renaming *r, ThreadEntry *entry)
{
    if (entry->tid == TID_GHOST.ix)
        return;
    entry->tid = rename_tid(m, r, entry->tid);
    entry->children = (uint32_t)rename_value(m, r, entry->children);
}

static void rename_entry(Machine *m, const Renaming *r, ThreadEntry *entry)
{
    uint32_t tid = rename_tid(m, r, entry->tid);
    assert(entry->tid < m->entries.len);
    if (tid >= m->entries.len)
        vec_resize(&m->entries, tid + 1);
    m->entries.at[tid] = m->entries.at[entry->tid];
    entry->tid = tid;
}

static uint32_t rename_threads(Machine *m, const Renaming *r)
{
    each_entry (entry, m) {
        if (r->permutation)
            permute_entry(m, r, entry);
        else
            rename_entry(m, r, entry);
    }
    for (size_t k = 1; k < m->store.threads.len; k++)
        for (size_t j = k; j > 0 && m->store.threads.at[j - 1].tid > m->store.threads.at[j].tid;
             j--) {
            ThreadEntry entry = m->store.threads.at[j];
            m->store.threads.at[j] = m->store.threads.at[j - 1];
            m->store.threads.at[j - 1] = entry;
        }
    m->store.threads_loaded = false; /* they are those of another store now */
    return store_intern_threads(m);
}

static void rename_fields(Machine *m, const Renaming *r, const Layout *layout, uint8_t *bytes,
                          uint32_t size)
{
    for (uint32_t at = 0; layout->size && at + layout->size <= size; at += layout->size)
        vec_each (Field, field, &layout->fields) {
            uint8_t *cell = bytes + at + field->offset;
            if (field->type.kind == TYPE_TID)
                value_store(cell, field->type, rename_value(m, r, value_load(cell, field->type)));
        }
}

/* The same in raw memory.  A number that is taken for SELF could not be told from it. */
static uint32_t rename_raw(Machine *m, const Renaming *r, uint32_t object)
{
    Slot *slot = &m->store.slots.at[object];
    assert(slot->bytes && !slot->dirty);
    uint32_t leaf = slot->leaf, at = UINT32_MAX, owner = (uint32_t)rename_value(m, r, slot->owner);
    bool changed = owner != slot->owner;
    for (size_t word = SIZE_MAX; next_lock(m, slot->layout, slot->size, &word, &at);) {
        uint64_t old = value_load(slot->bytes + at, TYPE_THREAD), new = rename_value(m, r, old);
        if (old == (uint64_t)m->sharing.self.ix + 1 && !r->children) {
            m->sharing.on = false;
            m->sharing.new_lock_word = true;
        }
        if (old == new)
            continue;
        value_store(store_write(m, object) + at, TYPE_THREAD, new);
        slot = &m->store.slots.at[object];
        changed = true;
    }
    if (!changed)
        return leaf;
    store_write(m, object);
    m->store.slots.at[object].owner = owner;
    return store_leaf(m, object);
}

static uint32_t rename_object(Machine *m, const Renaming *r, uint32_t object)
{
    const Slot *slot = store_object(m, object);
    if (!slot || (!slot->owner && !m->sharing.has_tids.at[slot->layout]))
        return m->store.slots.at[object].leaf;
    if (m->program->layouts.at[slot->layout].kind == LAYOUT_RAW)
        return rename_raw(m, r, object);
    uint32_t size = slot->size, layout = slot->layout;
    uint32_t owner = (uint32_t)rename_value(m, r, slot->owner);
    VEC(uint64_t) words = {0};
    vec_resize(&words, 1 + (size + 7) / 8);
    uint8_t *bytes = (uint8_t *)(words.at + 1);
    memcpy(bytes, slot->bytes, size);
    rename_fields(m, r, &m->program->layouts.at[layout], bytes, size);
    uint32_t leaf = store_intern_bytes(m, object, words.at, layout, owner, size);
    vec_free(&words);
    return leaf;
}

static GlobalId rename_leaves(Machine *m, const Renaming *r, GlobalId g)
{
    VEC(uint32_t) leaves = {0};
    store_load(m, g);
    uint32_t len = (uint32_t)m->store.slots.len;
    vec_resize(&leaves, len);
    leaves.at[0] = rename_threads(m, r);
    for (uint32_t k = 1; k < len; k++)
        leaves.at[k] = rename_object(m, r, k);
    store_undo(m);
    GlobalId result = {tree_intern(&m->tables.globals, leaves.at, len)};
    vec_free(&leaves);
    return result;
}

static GlobalId rename_store(Machine *m, const Renaming *r, GlobalId g)
{
    bool is_new;
    uint32_t key = r->children ? r->to.ix << 1 | 1 : r->from.ix << 1;
    uint32_t at = pairs_add(&m->sharing.renamings, g.ix, key, &is_new);
    if (!is_new)
        return (GlobalId){m->sharing.renamed_to.at[at]};
    assert(at == m->sharing.renamed_to.len);
    GlobalId result = rename_leaves(m, r, g);
    vec_resize(&m->sharing.renamed_to, at + 1);
    m->sharing.renamed_to.at[at] = result.ix;
    return result;
}

/* ---- local stores ---- */

static LocalId rename_frame(Machine *m, const Renaming *r, LocalId l)
{
    const uint64_t *record = records_get(&m->tables.locals, l.ix);
    uint32_t pc = (uint32_t)record[0], len = records_len(&m->tables.locals, l.ix);
    const Keep *keep = keep_at(m, pc);
    const Proc *proc = &m->program->procs.at[m->facts.proc_of.at[pc]];
    bool changed = false;
    assert(keep->len < len);
    m->scratch.len = 0;
    vec_push(&m->scratch, record[0]);
    for (uint32_t k = 0; k < keep->len; k++) {
        uint64_t value = record[1 + k];
        if (proc->registers.at[KEPT_REGISTER(m->facts.kept.at[keep->first + k])].type.kind ==
            TYPE_TID)
            value = rename_value(m, r, value);
        changed |= value != record[1 + k];
        vec_push(&m->scratch, value);
    }
    for (uint32_t k = keep->len + 1; k < len; k++)
        vec_push(&m->scratch, record[k]); /* masks */
    return changed ? (LocalId){records_add(&m->tables.locals, m->scratch.at, len)} : l;
}

static StackId rename_frames(Machine *m, const Renaming *r, StackId s)
{
    if (!s.ix)
        return s;
    StackId rest = rename_frames(m, r, machine_pop(m, s));
    return stack_push(m, rename_frame(m, r, machine_top(m, s)), rest);
}

static ForkId rename_forked(Machine *m, const Renaming *r, ForkId forks)
{
    Forked forked;
    if (!forks.ix)
        return forks;
    ForkId others = rename_forked(m, r, forks_take(m, forks, &forked));
    Tid tid = {rename_tid(m, r, forked.tid.ix)};
    return forks_add(m, others, tid, rename_frame(m, r, forked.l));
}

static void rename_part(Machine *m, const Renaming *r, Part *part)
{
    part->g = rename_store(m, r, part->g);
    if (part->l.ix)
        part->l = rename_frame(m, r, part->l);
    part->s = rename_frames(m, r, part->s);
    part->forks = rename_forked(m, r, part->forks);
}

static Renaming to_self(const Machine *m, Tid t)
{
    return (Renaming){.from = t, .to = m->sharing.self};
}

static Renaming from_self(const Machine *m, Tid t)
{
    return (Renaming){.from = m->sharing.self, .to = t, .children = true};
}

void machine_see_as_self(Machine *m, Tid t, Part *part)
{
    Renaming r = to_self(m, t);
    if (is_seen_as_self(m, t))
        rename_part(m, &r, part);
}

void machine_see_as_thread(Machine *m, Tid t, Part *part)
{
    Renaming r = from_self(m, t);
    if (is_seen_as_self(m, t))
        rename_part(m, &r, part);
}

LocalId machine_frame_as_self(Machine *m, Tid t, LocalId frame)
{
    Renaming r = to_self(m, t);
    return is_seen_as_self(m, t) ? rename_frame(m, &r, frame) : frame;
}

LocalId machine_frame_as_thread(Machine *m, Tid t, LocalId frame)
{
    Renaming r = from_self(m, t);
    return is_seen_as_self(m, t) ? rename_frame(m, &r, frame) : frame;
}

/* ---- whole states ---- */

bool machine_can_permute(const Machine *m)
{
    const Program *program = m->program;
    if (!m->options.number_threads || program_is_raw(program) || !is_typed(program))
        return false;
    vec_each (Instr, i, &program->code) {
        bool readers = (i->flags & FLAG_RW) && (i->op == OP_ACQUIRE || i->op == OP_RELEASE ||
                                                i->op == OP_TRYACQUIRE || i->op == OP_HELD);
        bool looks = i->op == OP_NUMBER || (i->op == OP_CAST && i->from.kind == TYPE_TID);
        if (readers || looks)
            return false;
    }
    vec_each (Layout, layout, &program->layouts)
        if (layout->kind == LAYOUT_SET && has_tid_field(layout)) /* sorted by number */
            return false;
    return true;
}

void state_permute(Machine *m, State *state, const uint32_t *permutation)
{
    uint32_t count = (uint32_t)state->threads.len;
    Renaming r = {.permutation = permutation, .count = count};
    VEC(StateThread) threads = {0};
    vec_resize(&threads, count);
    each_thread (t, state) {
        const StateThread *thread = &state->threads.at[t];
        assert(thread->tid.ix == t && permutation[t] < count);
        StateThread *to = &threads.at[permutation[thread->tid.ix]];
        to->tid = (Tid){permutation[thread->tid.ix]};
        to->l = thread->l.ix ? rename_frame(m, &r, thread->l) : thread->l;
        to->s = rename_frames(m, &r, thread->s);
    }
    for (uint32_t t = 0; t < count; t++)
        state->threads.at[t] = threads.at[t];
    vec_free(&threads);
    state->g = rename_leaves(m, &r, state->g);
}
