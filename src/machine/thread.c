/* thread.c -- locks, fork and join, and the names of threads.
 *
 * A thread is named by its parent and by which of its parent's children it is, so that two threads
 * that fork commute.  A program that asks for the number of a thread makes the order of creation
 * visible; its threads are named by that order. */
#include "machine/memory.h"

enum { READERS_OFFSET = 8, MOST_READERS = 64 };

static uint64_t owner_value(const Machine *m)
{
    return m->tid.ix + 1;
}

/* ---- threads without names: each knows which locks it holds ---- */

enum { HELD_SHARED = 63 }; /* the bit of a lock that is held for reading */

static uint64_t held_key(const Machine *m, const Instr *i, bool shared)
{
    return (get(m, i->a) + (uint32_t)i->offset) | (uint64_t)shared << HELD_SHARED;
}

static bool holds(const Machine *m, uint64_t key)
{
    vec_each (uint64_t, held, &m->nameless.held)
        if (*held == key)
            return true;
    return false;
}

static void held_add(Machine *m, uint64_t key)
{
    hard_assert(m->options.anonymous);
    vec_push(&m->nameless.held, key);
    for (size_t k = m->nameless.held.len - 1; k > 0 && m->nameless.held.at[k - 1] > key; k--) {
        m->nameless.held.at[k] = m->nameless.held.at[k - 1];
        m->nameless.held.at[k - 1] = key;
    }
}

static void held_remove(Machine *m, uint64_t key)
{
    size_t kept = 0;
    for (size_t k = 0; k < m->nameless.held.len; k++)
        if (m->nameless.held.at[k] != key)
            m->nameless.held.at[kept++] = m->nameless.held.at[k];
    m->nameless.held.len = kept;
}

/* What needs a name is a limit; true: there is none. */
static bool lacks_name(Machine *m, const char *what)
{
    if (m->options.anonymous)
        run_fail(m, ERR_INTERNAL_LIMIT,
                 "%s, where threads are created without end and have no names", what);
    return m->options.anonymous;
}

static uint64_t reader_bit(Machine *m)
{
    if (m->options.anonymous)
        return 1;
    rename_ask(m);
    if (m->tid.ix < MOST_READERS)
        return (uint64_t)1 << m->tid.ix;
    run_fail(m, ERR_INTERNAL_LIMIT,
             "more than %d threads use a reader-writer lock: let the check start fewer",
             MOST_READERS);
    return 0;
}

/* The owner (or writer) and the readers of a lock; false: the run has failed. */
static bool lock_load(Machine *m, const Instr *i, uint64_t *owner, uint64_t *readers)
{
    uint64_t pointer = get(m, i->a);
    *readers = 0;
    if (!object_read(m, i, pointer, TYPE_THREAD, owner))
        return false;
    const Slot *slot = store_object(m, (uint32_t)(pointer >> 32));
    uint32_t at = (uint32_t)pointer + (uint32_t)i->offset;
    if (m->sharing.on || m->options.anonymous)
        rename_note_lock(m, slot, at);
    if (m->symmetry.on)
        names_note_lock(m, slot, at, false);
    if (m->symmetry.on && (i->flags & FLAG_RW))
        names_note_lock(m, slot, at + READERS_OFFSET, true);
    if (m->options.anonymous && (i->flags & FLAG_RW))
        rename_note_lock(m, slot, at + READERS_OFFSET);
    return !(i->flags & FLAG_RW) ||
           object_read(m, i, pointer + READERS_OFFSET, (Type){TYPE_UNSIGNED, 64}, readers);
}

static void lock_store_owner(Machine *m, const Instr *i, uint64_t owner)
{
    object_write(m, i, get(m, i->a), TYPE_THREAD, owner);
}

static void lock_store_readers(Machine *m, const Instr *i, uint64_t readers)
{
    object_write(m, i, get(m, i->a) + READERS_OFFSET, (Type){TYPE_UNSIGNED, 64}, readers);
}

static bool touch_lock(Machine *m, const Instr *i, TouchKind kind)
{
    uint64_t pointer = get(m, i->a);
    return run_touch(m, i,
                     &(Touch){.kind = kind,
                              .object = (uint32_t)(pointer >> 32),
                              .offset = (int32_t)(uint32_t)pointer + i->offset,
                              .bytes = i->flags & FLAG_RW ? 16 : 4,
                              .write = kind != TOUCH_LOOK,
                              .atomic = true,
                              .shared = (i->flags & FLAG_SHARED) != 0});
}

/* Takes the lock if it is free; false if not, or if the run has failed. */
static bool try_lock(Machine *m, const Instr *i, bool waits)
{
    uint64_t owner, readers, me = owner_value(m);
    uint64_t bit = i->flags & FLAG_RW ? reader_bit(m) : 0;
    if (m->status != RUNNING || !lock_load(m, i, &owner, &readers))
        return false;
    bool mine = owner == me || (readers & bit);
    if (m->options.anonymous)
        mine = holds(m, held_key(m, i, false)) || holds(m, held_key(m, i, true));
    if (waits && mine) {
        run_fail(m, ERR_SELF_DEADLOCK,
                 "acquire of a lock that the thread holds already: it would wait for itself");
        return false;
    }
    bool free = !owner && (!readers || (i->flags & FLAG_SHARED));
    /* Where waiting is an error the lock is tried, too. */
    bool tries = !waits || !run_may_wait(m, i);
    if ((free || tries) && !touch_lock(m, i, tries ? TOUCH_TRY : TOUCH_ACQUIRE))
        return false;
    bool shared = (i->flags & FLAG_SHARED) != 0;
    if (free && shared) /* without names the readers are counted */
        lock_store_readers(m, i, m->options.anonymous ? readers + 1 : readers | bit);
    else if (free)
        lock_store_owner(m, i, me);
    if (free && m->options.anonymous)
        held_add(m, held_key(m, i, shared));
    if (free)
        memory_synchronise(m, shared ? SYNC_ACQUIRE_SHARED : SYNC_ACQUIRE,
                           get(m, i->a) + (uint32_t)i->offset);
    if (free && m->options.record)
        describe_lock(m, i, EVENT_ACQUIRES);
    return free;
}

void do_ACQUIRE(Machine *m, const Instr *i)
{
    if (try_lock(m, i, true) || m->status != RUNNING)
        return;
    if (m->options.record)
        describe_lock(m, i, EVENT_WAITS);
    run_wait(m, i);
}

void do_TRYACQUIRE(Machine *m, const Instr *i)
{
    m->regs[i->dst] = try_lock(m, i, false);
    if (m->status == RUNNING && !m->regs[i->dst])
        race_failed_try(m);
}

static void release_held(Machine *m, const Instr *i, uint64_t readers)
{
    bool shared = (i->flags & FLAG_SHARED) != 0;
    uint64_t key = held_key(m, i, shared);
    if (!holds(m, key)) {
        run_fail(m, ERR_NOT_HELD, "release of a lock that the thread does not hold");
        return;
    }
    held_remove(m, key);
    if (shared)
        lock_store_readers(m, i, readers - 1);
    else
        lock_store_owner(m, i, 0);
}

void do_RELEASE(Machine *m, const Instr *i)
{
    uint64_t owner, readers;
    if (!lock_load(m, i, &owner, &readers))
        return;
    if (!touch_lock(m, i, TOUCH_RELEASE))
        return;
    memory_synchronise(m, i->flags & FLAG_SHARED ? SYNC_RELEASE_SHARED : SYNC_RELEASE,
                       get(m, i->a) + (uint32_t)i->offset);
    if (m->options.record)
        describe_lock(m, i, EVENT_RELEASES);
    if (m->options.anonymous) {
        release_held(m, i, readers);
        return;
    }
    if (i->flags & FLAG_SHARED) {
        uint64_t bit = reader_bit(m);
        if (m->status == RUNNING && !(readers & bit))
            run_fail(m, ERR_NOT_HELD,
                     "release of a lock that the thread does not hold for reading");
        else if (m->status == RUNNING)
            lock_store_readers(m, i, readers & ~bit);
        return;
    }
    if (owner == owner_value(m))
        lock_store_owner(m, i, 0);
    else if (owner)
        run_fail(m, ERR_NOT_HELD, "release of a lock that thread %s holds",
                 machine_thread_name(m, (Tid){(uint32_t)owner - 1}));
    else
        run_fail(m, ERR_NOT_HELD, "release of a lock that nobody holds");
}

/* The thread is said by its value: its number plus one; 0 is nobody. */
void do_HELD(Machine *m, const Instr *i)
{
    uint64_t owner, readers, thread = get(m, i->b);
    if (!lock_load(m, i, &owner, &readers))
        return;
    bool held = owner == thread;
    if (i->flags & FLAG_SHARED)
        held = thread && thread <= MOST_READERS && (readers >> (thread - 1) & 1);
    if (m->options.anonymous)
        held = holds(m, held_key(m, i, (i->flags & FLAG_SHARED) != 0));
    if (thread != owner_value(m) &&
        (lacks_name(m, "who holds a lock is asked for") || !touch_lock(m, i, TOUCH_LOOK)))
        return;
    m->regs[i->dst] = m->ask ? access_held(m, i, held) : held;
}

uint32_t count_threads(const Machine *m)
{
    size_t count = m->store.threads.len;
    while (count && m->store.threads.at[count - 1].tid == TID_GHOST.ix)
        count--;
    return (uint32_t)count;
}

static bool forked_by(Machine *m, const ThreadEntry *entry, Tid parent)
{
    if (m->options.number_threads)
        return entry->children == parent.ix + 1;
    return pairs_left(&m->tables.families, entry->tid) == parent.ix + 1;
}

/* A thread whose name is free again.  Only the one who gives names knows, so that what others do
 * makes no difference to the names. */
static ThreadEntry *spare_thread(Machine *m, Tid parent)
{
    each_entry (entry, m)
        if (entry->spare && forked_by(m, entry, parent))
            return entry;
    return NULL;
}

static uint32_t new_name(Machine *m, Tid parent, bool has_parent)
{
    bool is_new;
    if (m->options.number_threads)
        return count_threads(m);
    uint32_t child = 0;
    if (has_parent)
        child = store_thread(m, parent.ix)->children++;
    else
        child = (uint32_t)m->store.threads.len;
    return pairs_add(&m->tables.families, has_parent ? parent.ix + 1 : 0, child, &is_new);
}

/* A thread that begins in a library is shown under the first procedure of the user that it calls.
 */
static uint32_t shown_entry(const Machine *m, uint32_t proc)
{
    const Proc *p = &m->program->procs.at[proc];
    for (uint32_t pc = p->begin; pc < p->end && p->library; pc++) {
        const Instr *i = &m->program->code.at[pc];
        if (i->op == OP_CALL && !m->program->procs.at[i->other].library &&
            !m->program->procs.at[i->other].pure)
            return i->other;
    }
    return proc;
}

/* Gives a new thread its place in the table. */
static uint32_t add_thread(Machine *m, Tid parent, bool has_parent)
{
    ThreadEntry *spare = has_parent ? spare_thread(m, parent) : NULL;
    if (spare) {
        names_note_reuse(m);
        *spare = (ThreadEntry){.tid = spare->tid, .children = spare->children};
        return spare->tid;
    }
    ThreadEntry entry = {.tid = new_name(m, parent, has_parent)};
    if (has_parent && m->options.number_threads && m->facts.thread_words)
        entry.children = parent.ix + 1;
    vec_push(&m->store.threads, entry);
    for (size_t k = m->store.threads.len - 1; k > 0 && m->store.threads.at[k - 1].tid > entry.tid;
         k--) {
        m->store.threads.at[k] = m->store.threads.at[k - 1];
        m->store.threads.at[k - 1] = entry;
    }
    return entry.tid;
}

void machine_spawn(Machine *m, uint32_t proc, LocalId l, Tid parent, bool has_parent)
{
    store_load_threads(m);
    m->store.threads_dirty = !m->options.anonymous;
    uint32_t tid = m->options.anonymous ? 0 : add_thread(m, parent, has_parent);
    hard_assert(l.ix && tid < TID_GHOST.ix);
    if (m->entries.len <= tid)
        vec_resize(&m->entries, tid + 1);
    m->entries.at[tid] = shown_entry(m, proc);
    vec_push(&m->result.forked, ((Forked){{tid}, l}));
}

/* The procedure under whose name the thread is shown: the one that it is given first. */
static uint32_t entry_proc(Machine *m, const Instr *i, const List *args)
{
    uint32_t object = args->len ? (uint32_t)(get(m, args->at[0]) >> 32) : 0;
    bool given = args->len && object >= PROC_OBJECT &&
                 m->program->procs.at[i->other].registers.at[0].type.kind == TYPE_PTR &&
                 object - PROC_OBJECT < m->program->procs.len;
    return given ? object - PROC_OBJECT : i->other;
}

/* Does it fork a thread that will never run, (ABSFORKNONDET) of the bound engine? */
static bool forks_ghost(Machine *m)
{
    hard_assert(m->options.number_threads);
    store_load_threads(m);
    bool full = count_threads(m) >= m->options.most_threads && !spare_thread(m, m->tid);
    return full || run_choose_ghost(m);
}

/* Ghosts do not keep objects alive: the local store without what it refers to. */
static LocalId forget_objects(Machine *m, LocalId l, bool *all)
{
    const uint64_t *record = records_get(&m->tables.locals, l.ix);
    const Keep *keep = keep_at(m, (uint32_t)record[0]);
    m->scratch.len = 0;
    vec_push(&m->scratch, record[0]);
    for (uint32_t k = 0; k < keep->len; k++) {
        uint64_t object = record[1 + k] >> 32;
        bool heap = (m->facts.kept.at[keep->first + k] & (uint32_t)KEPT_POINTER) &&
                    object >= m->program->globals.len && object < PROC_OBJECT;
        *all &= !heap;
        vec_push(&m->scratch, heap ? 0 : record[1 + k]);
    }
    for (uint32_t k = keep->len + 1; k < records_len(&m->tables.locals, l.ix); k++)
        vec_push(&m->scratch, record[k]); /* masks */
    return (LocalId){records_add(&m->tables.locals, m->scratch.at, m->scratch.len)};
}

static bool is_known(const Machine *m, const ThreadEntry *ghost)
{
    for (size_t k = count_threads(m); k < m->store.threads.len; k++)
        if (m->store.threads.at[k].children == ghost->children &&
            m->store.threads.at[k].taken == ghost->taken)
            return true;
    return false;
}

/* Ghosts that begin in the same way are one: a set of local stores, in `children`. */
static void fork_ghost(Machine *m, const Instr *i, LocalId l)
{
    bool all = true;
    ThreadEntry ghost = {.tid = TID_GHOST.ix, .ended = true};
    ghost.children = forget_objects(m, l, &all).ix;
    ghost.taken = !all;
    if (!is_known(m, &ghost)) {
        size_t first = count_threads(m), k = m->store.threads.len;
        vec_push(&m->store.threads, ghost);
        for (; k > first && m->store.threads.at[k - 1].children > ghost.children; k--)
            m->store.threads.at[k] = m->store.threads.at[k - 1];
        m->store.threads.at[k] = ghost;
        m->store.threads_dirty = true;
    }
    vec_push(&m->result.forked, ((Forked){TID_GHOST, {0}}));
    m->regs[i->dst] = TID_GHOST.ix + 1;
}

/* The procedure that a new thread calls first, with its second argument, does not look at that:
 * then threads are not told apart by it. */
static LocalId forget_argument(Machine *m, LocalId l)
{
    uint32_t len = records_len(&m->tables.locals, l.ix), worker = 0;
    m->scratch.len = 0;
    for (uint32_t k = 0; k < len; k++)
        vec_push(&m->scratch, records_get(&m->tables.locals, l.ix)[k]);
    uint32_t pc = (uint32_t)m->scratch.at[0];
    const Proc *start = &m->program->procs.at[m->facts.proc_of.at[pc]];
    const Keep *keep = keep_at(m, pc);
    if (!start->library || start->params != 2 || keep->len != 2 || len != 3 ||
        m->scratch.at[1] >> 32 < PROC_OBJECT ||
        (worker = (uint32_t)(m->scratch.at[1] >> 32) - PROC_OBJECT) >= m->program->procs.len)
        return l;
    const Proc *proc = &m->program->procs.at[worker];
    const Keep *wanted = keep_at(m, proc->begin);
    for (uint32_t k = 0; k < wanted->len && proc->params; k++)
        if (KEPT_REGISTER(m->facts.kept.at[wanted->first + k]) == 0)
            return l;
    m->scratch.at[2] = 0;
    return (LocalId){records_add(&m->tables.locals, m->scratch.at, len)};
}

void do_FORK(Machine *m, const Instr *i)
{
    m->reached[m->pc - 1] |= REACHED_FALSE;
    if (!m->options.anonymous && !store_thread(m, m->tid.ix)) {
        run_fail(m, ERR_BAD_THREAD, "fork before the first thread runs");
        return;
    }
    if (m->options.most_threads && !m->options.ghosts &&
        m->store.threads.len > m->options.most_threads && !spare_thread(m, m->tid)) {
        run_fail(m, ERR_THREADS, "more than %u threads are created", m->options.most_threads);
        return;
    }
    if (program_is_raw(m->program)) { /* it will be seen as a number */
        rename_ask(m);
        if (m->sharing.on && m->tables.families.at.len >= m->sharing.self.ix) {
            run_fail(m, ERR_INTERNAL_LIMIT, "more than %u threads are created", m->sharing.self.ix);
            return;
        }
    }
    const List *args = &m->program->lists.at[i->list];
    const Proc *callee = &m->program->procs.at[i->other];
    if (!run_touch(m, i, &(Touch){.kind = TOUCH_FORK}))
        return;
    for (uint32_t k = 0; k < args->len; k++)
        if (callee->registers.at[k].type.kind == TYPE_PTR)
            store_publish(m, get(m, args->at[k]));
    LocalId l = frame_entry(m, i->other, args);
    if (m->symmetry.on)
        l = forget_argument(m, l);
    if (m->options.ghosts && forks_ghost(m)) {
        fork_ghost(m, i, l);
        return;
    }
    machine_spawn(m, entry_proc(m, i, args), l, m->tid, true);
    Tid tid = vec_last(&m->result.forked).tid;
    memory_synchronise(m, SYNC_FORK, tid.ix);
    m->regs[i->dst] = tid.ix + 1;
    m->result.pointers_changed |= m->facts.has_heap;
    if (m->options.record) {
        describe_thread(m, EVENT_FORKS, tid);
        describe_text(m, arena_print(&m->arena, "starts thread %s: %s", machine_thread_name(m, tid),
                                     m->program->procs.at[m->entries.at[tid.ix]].name));
    }
}

void do_JOIN(Machine *m, const Instr *i)
{
    if (lacks_name(m, "a thread is waited for"))
        return;
    uint64_t value = get(m, i->a);
    ThreadEntry *entry = value ? store_thread(m, (uint32_t)value - 1) : NULL;
    if (m->options.ghosts && value == TID_GHOST.ix + 1)
        run_wait(m, i);
    else if (!entry)
        run_fail(m, ERR_BAD_THREAD, "join of a variable that holds no thread");
    else if (foresee_join(m, entry->tid) && !entry->ended)
        return;
    else if (!entry->ended && !m->symmetry.peeks) {
        if (m->options.record)
            describe_thread(m, EVENT_WAITS, (Tid){(uint32_t)value - 1});
        run_wait(m, i);
    } else if (run_touch(m, i, &(Touch){.kind = TOUCH_JOIN})) {
        if (m->symmetry.peeks)
            symmetry_note_join(m, entry->tid);
        memory_synchronise(m, SYNC_JOIN, value - 1);
        if (m->options.record)
            describe_thread(m, EVENT_JOINS, (Tid){(uint32_t)value - 1});
        if (m->options.track_owners && !entry->joined)
            entry->joined = m->store.threads_dirty = true;
    }
}

void do_RESULT(Machine *m, const Instr *i)
{
    if (lacks_name(m, "a thread is asked for its result"))
        return;
    uint64_t value = get(m, i->a);
    ThreadEntry *entry = value ? store_thread(m, (uint32_t)value - 1) : NULL;
    if (entry && !entry->ended && foresee_result(m, i))
        return;
    if (!entry || (!entry->ended && !m->symmetry.peeks)) {
        run_fail(m, ERR_BAD_THREAD, "the result of something that is not an ended thread");
        return;
    }
    if (entry->taken) {
        run_fail(m, ERR_BAD_THREAD, "this thread was joined before");
        return;
    }
    m->regs[i->dst] = entry->word;
    entry->word = 0;
    entry->spare = forked_by(m, entry, m->tid);
    entry->taken = m->store.threads_dirty = m->result.pointers_changed = true;
}

void do_OWN(Machine *m, const Instr *i)
{
    const ThreadEntry *entry = m->options.anonymous ? NULL : store_thread(m, m->tid.ix);
    m->regs[i->dst] = entry ? entry->word : m->nameless.own;
}

void do_SETOWN(Machine *m, const Instr *i)
{
    if (m->options.anonymous) {
        m->nameless.own = get(m, i->a);
        return;
    }
    ThreadEntry *entry = store_thread(m, m->tid.ix);
    if (!entry)
        return;
    entry->word = get(m, i->a);
    m->store.threads_dirty = m->result.pointers_changed = true;
}

void do_SELF(Machine *m, const Instr *i)
{
    m->regs[i->dst] = owner_value(m);
}

void do_NUMBER(Machine *m, const Instr *i)
{
    if (lacks_name(m, "a thread is asked for its number"))
        return;
    m->regs[i->dst] = value_fit(TYPE_S32, get(m, i->a) - 1);
}

const char *machine_thread_name(Machine *m, Tid t)
{
    if (m->options.number_threads)
        return arena_print(&m->arena, "%u", t.ix);
    if (t.ix >= m->tables.families.at.len)
        return "?"; /* a number that was never a thread's */
    uint32_t parent = pairs_left(&m->tables.families, t.ix),
             child = pairs_right(&m->tables.families, t.ix);
    if (!parent)
        return arena_print(&m->arena, "%u", child);
    return arena_print(&m->arena, "%s.%u", machine_thread_name(m, (Tid){parent - 1}), child);
}

uint32_t machine_thread_proc(const Machine *m, Tid t)
{
    hard_assert(t.ix < m->entries.len);
    return m->entries.at[t.ix];
}

const char *machine_thread_entry(Machine *m, Tid t)
{
    return m->program->procs.at[machine_thread_proc(m, t)].name;
}
