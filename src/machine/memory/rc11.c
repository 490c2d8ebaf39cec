/* rc11.c -- the memory of C11 as repaired by RC11 (Lahav et al., PLDI 2017), as a machine of views.
 *
 * A read chooses a message of its cell that is not older than what its thread knows of; a write
 * chooses where in the modification order its message goes, behind that one; an update puts it right
 * behind the one that it reads, where nothing gets between the two any more.  What a thread knows
 * goes along with what it releases.  The store holds the last message of each cell.  Release
 * sequences are those of C++20, where nothing but updates goes on with them; c11_model has the rule
 * of C11, where later stores of the same thread do, too. */
#include "machine/memory/weak.h"

enum { MOST_MESSAGES = 64, HARD_LIMIT = 60000 };

static bool is_acquire(MemoryOrder order)
{
    return order == ORDER_ACQUIRE || order == ORDER_ACQ_REL || order == ORDER_SEQ_CST;
}

static bool is_release(MemoryOrder order)
{
    return order == ORDER_RELEASE || order == ORDER_ACQ_REL || order == ORDER_SEQ_CST;
}

/* Nobody's: the init procedure's, or a predicate's. */
static bool is_outside(Machine *m)
{
    return m->ask || !store_thread(m, m->tid.ix);
}

static uint64_t pointer_of(Cell cell)
{
    return pointer_make(cell.object, (int32_t)cell.offset);
}

static bool is_mine(Machine *m, uint32_t object)
{
    return machine_owner(m, object) == m->tid.ix + 1;
}

/* ---- locks, and what the library waits for ---- */

void weak_acquire(Machine *m, uint64_t pointer)
{
    Weak *w = weak_load(m);
    WeakThread *t = &w->threads.at[weak_running(m, w)];
    const Holder *holder = weak_holder(m, w, pointer, false);
    if (!holder)
        return;
    view_join(m, w, &t->cur, &holder->view);
    view_join(m, w, &t->acq, &holder->view);
}

void weak_release(Machine *m, uint64_t pointer)
{
    Weak *w = weak_load(m);
    WeakThread *t = &w->threads.at[weak_running(m, w)];
    t->silent = false;
    view_join(m, w, &weak_holder(m, w, pointer, true)->view, &t->cur);
}

/* ---- atomic objects of more than one cell ---- */

static void fail_wide(Machine *m)
{
    run_fail(m, ERR_INTERNAL_LIMIT,
             "an atomic object of more than 8 bytes is not followed where memory orders matter: "
             "make it smaller, or use --memory-model=sc");
}

/* The instruction is one of several of its kind that belong to one access. */
static bool is_part(Machine *m, const Instr *i)
{
    if (instr_order(i) == ORDER_PLAIN)
        return false;
    for (const Instr *before = i - 1; before > m->program->code.at; before--) {
        if (before->op == OP_POINT || before->op == OP_ATOMIC || before->op == OP_BRANCH ||
            before->op == OP_JUMP || before->op == OP_CALL || before->op == OP_RETURN)
            return false;
        if (before->op == i->op && instr_order(before) != ORDER_PLAIN)
            return true;
    }
    return false;
}

/* ---- reads ---- */

/* The message as a value of this type. */
static Word word_as(const WeakCell *cell, const WeakMessage *message, Type type)
{
    uint8_t bytes[8] = {0};
    if (cell->type.kind == type.kind && cell->type.bits == type.bits)
        return message->word;
    value_store(bytes, cell->type, message->word.value);
    return (Word){value_load(bytes, type), message->word.unwritten};
}

/* What a thread knows once it has read the message. */
static void take_message(Machine *m, Weak *w, uint32_t l, uint32_t place, MemoryOrder order)
{
    WeakThread *t = &w->threads.at[weak_running(m, w)];
    const WeakMessage *message = &w->cells.at[l].at[place];
    view_open(m, w, &t->cur);
    if (t->cur.seen[l] < place)
        t->cur.seen[l] = place;
    if (is_acquire(order))
        view_join(m, w, &t->cur, &message->view);
    if (w->facts.acquire_fences) {
        view_join(m, w, &t->acq, &message->view);
        view_join(m, w, &t->acq, &t->cur);
    }
}

/* So many messages come after the one at this place, also those that others stand for. */
static uint32_t count_behind(const WeakCell *cell, uint32_t place)
{
    uint32_t count = 0;
    for (uint32_t k = place + 1; k < cell->len; k++)
        count += 1 + cell->at[k].twins;
    return count;
}

/* A store follows whatever is read: what an update has read already is none of its choices. */
static bool always_updates(const Machine *m, const Instr *i)
{
    if (!(i->flags & FLAG_UPDATE))
        return false;
    for (uint32_t pc = m->pc; pc < m->program->code.len; pc++) {
        const Instr *next = &m->program->code.at[pc];
        if (next->op == OP_STORE && next->flags & FLAG_UPDATE)
            return true;
        if (next->op == OP_BRANCH || next->op == OP_END)
            return false;
    }
    return false;
}

/* The order of the update that may follow. */
static MemoryOrder update_order(const Machine *m)
{
    for (uint32_t pc = m->pc; pc < m->program->code.len; pc++) {
        const Instr *next = &m->program->code.at[pc];
        if (next->op == OP_STORE && next->flags & FLAG_UPDATE)
            return instr_order(next);
        if (next->op == OP_END)
            break;
    }
    return ORDER_RELAXED;
}

static bool may_write(const WeakCell *cell, uint32_t place)
{
    return place == cell->len || !cell->at[place].glued;
}

static bool may_update(Machine *m, Weak *w, uint32_t l, uint32_t place, MemoryOrder order)
{
    Deed deed = {l, order, true, true, place, place + 1};
    return may_write(&w->cells.at[l], place + 1) && seqcst_allows(m, w, weak_running(m, w), deed);
}

/* There is no such run. */
static void refuse(Machine *m)
{
    m->result.dropped = true;
    run_cut(m);
}

static bool may_only_read(Machine *m, Weak *w, uint32_t l, uint32_t place, MemoryOrder order)
{
    return seqcst_allows(m, w, weak_running(m, w), (Deed){l, order, true, false, place, 0});
}

static bool may_read(Machine *m, Weak *w, const Instr *i, uint32_t l, uint32_t place)
{
    if (i->flags & FLAG_UPDATE && may_update(m, w, l, place, update_order(m)))
        return true;
    return !always_updates(m, i) && may_only_read(m, w, l, place, instr_order(i));
}

/* The latest message comes first; that one can be read. */
static uint32_t choose_message(Machine *m, Weak *w, const Instr *i, uint32_t l)
{
    uint32_t floor = view_seen(&w->threads.at[weak_running(m, w)].cur, l);
    uint32_t count = 0, place = w->cells.at[l].len;
    for (uint32_t k = floor; k < place; k++)
        count += may_read(m, w, i, l, k);
    hard_assert(count);
    uint32_t chosen = count > 1 ? memory_choose(m, count) : 0;
    do
        place--;
    while (!may_read(m, w, i, l, place) || chosen--);
    return place;
}

/* A read after which nothing is written.  What it synchronises with is before it, so it may race only
 * with what is not known even then.  False: it does. */
static bool only_read(Machine *m, Weak *w, const Instr *i, uint32_t l, uint32_t place,
                      MemoryOrder order)
{
    uint32_t thread = weak_running(m, w);
    seqcst_begin(m, w, thread);
    take_message(m, w, l, place, order);
    seqcst_access(m, w, thread, (Deed){l, order, true, false, place, 0});
    seqcst_end(m, w, thread);
    return happens_access(m, i, w->cells.at[l].pointer, w->cells.at[l].bytes, ATOMIC_READ);
}

/* A comparison has failed: its read has this order. */
static bool read_again(Machine *m, const Instr *i, Cell cell, Word *word)
{
    Weak *w = weak_load(m);
    hard_assert(w->pending.is);
    const WeakCell *c = &w->cells.at[w->pending.l];
    *word = word_as(c, &c->at[w->pending.place], cell.type);
    w->pending.order = instr_order(i);
    return true;
}

/* How many choices there are must not depend on when the state had its normal form. */
static bool fold(Machine *m, Weak *w, const Instr *i, Cell cell, uint32_t *l)
{
    if (!weak_may_fold(w, *l))
        return true;
    weak_normalise(m, w);
    return weak_cell(m, w, i, cell, l);
}

static bool read_atomic(Machine *m, const Instr *i, Cell cell, Word *word)
{
    uint32_t l;
    Weak *w = weak_load(m);
    if (i->flags & FLAG_OLD)
        return read_again(m, i, cell, word);
    if (is_part(m, i)) {
        fail_wide(m);
        return false;
    }
    if (!weak_cell(m, w, i, cell, &l) || !fold(m, w, i, cell, &l))
        return false;
    uint32_t place = choose_message(m, w, i, l);
    const WeakCell *c = &w->cells.at[l];
    m->result.behind = count_behind(c, place);
    *word = word_as(c, &c->at[place], cell.type);
    w->pending.is = i->flags & FLAG_UPDATE;
    w->pending.l = l;
    w->pending.place = place;
    w->pending.order = instr_order(i);
    w->pending.pc = m->pc - 1;
    bool done = place + 1 < c->len || sc_read(m, i, cell, word);
    return done && (w->pending.is || only_read(m, w, i, l, place, instr_order(i)));
}

/* Where races are allowed: the plain access may race. */
static bool is_loose(Machine *m, const Instr *i, Cell cell, bool write)
{
    return m->program->allows_races &&
           !happens_in_order(m, i, pointer_of(cell), raw_cell_bytes(m, cell.type), write);
}

/* It is a relaxed one; those of regions that happen at once are in order. */
static void begin_loose(Machine *m)
{
    m->result.relaxed = true;
    if (happens_at_once(m))
        weak_acquire(m, ATOMIC_REGIONS);
}

static bool end_loose(Machine *m, bool done)
{
    if (done && happens_at_once(m))
        weak_release(m, ATOMIC_REGIONS);
    return done;
}

static bool read_plain(Machine *m, const Instr *i, Cell cell, Word *word)
{
    if (!is_loose(m, i, cell, false))
        return happens_access(m, i, pointer_of(cell), raw_cell_bytes(m, cell.type), PLAIN_READ) &&
               sc_read(m, i, cell, word);
    begin_loose(m);
    return end_loose(m, read_atomic(m, i, cell, word));
}

/* The library's own variables are read at their latest; some of them put threads in order. */
static bool read_library(Machine *m, const Instr *i, Cell cell, Word *word)
{
    if (instr_synchronises(i))
        weak_acquire(m, pointer_of(cell));
    return sc_read(m, i, cell, word);
}

static bool read(Machine *m, const Instr *i, Cell cell, Word *word)
{
    if (is_outside(m))
        return sc_read(m, i, cell, word);
    if (memory_is_library(m, i))
        return read_library(m, i, cell, word);
    if (instr_order(i) == ORDER_PLAIN)
        return read_plain(m, i, cell, word);
    if (is_mine(m, cell.object))
        return happens_access(m, i, pointer_of(cell), raw_cell_bytes(m, cell.type), ATOMIC_READ) &&
               sc_read(m, i, cell, word);
    return read_atomic(m, i, cell, word);
}

/* ---- writes ---- */

static bool has_room(Machine *m, Weak *w, const Instr *i, Cell cell, uint32_t *l)
{
    uint32_t most = m->options.history ? m->options.history : MOST_MESSAGES;
    most = most < HARD_LIMIT ? most : HARD_LIMIT;
    if (w->cells.at[*l].len < most)
        return true;
    weak_normalise(m, w);
    if (!weak_cell(m, w, i, cell, l))
        return false;
    if (w->cells.at[*l].len < most)
        return true;
    run_fail(m, ERR_HISTORY,
             "a cell has %u values that some thread may still read: a thread writes it again and "
             "again while another one does not look; --history=N allows more",
             most);
    return false;
}

/* The message itself: what is known to those who synchronise with it. */
static void send(Machine *m, Weak *w, uint32_t l, uint32_t place, MemoryOrder order)
{
    WeakThread *t = &w->threads.at[weak_running(m, w)];
    WeakMessage *message = &w->cells.at[l].at[place];
    view_open(m, w, &t->cur);
    t->cur.seen[l] = place;
    t->silent = false;
    if (w->facts.acquire_fences)
        view_join(m, w, &t->acq, &t->cur);
    view_join(m, w, &message->view, is_release(order) ? &t->cur : &t->rel);
    if (m->model->old_sequences) {
        if (!t->heads)
            t->heads = arena_array(&m->store.step, WeakView, w->cell_room);
        if (is_release(order))
            view_copy(m, w, &t->heads[l], &t->cur);
        view_join(m, w, &message->view, &t->heads[l]);
    }
}

/* The store holds the last message of each cell. */
static bool put(Machine *m, const WeakCell *c, uint32_t place, Cell cell, Word word)
{
    m->result.behind = count_behind(c, place);
    if (place + 1 == c->len)
        return sc_write(m, cell, word);
    if (m->options.record)
        describe_write(m, cell.object, (int32_t)cell.offset, cell.type, word.value);
    m->result.pointers_changed |= cell.type.kind == TYPE_PTR;
    return true;
}

static Word word_for(const WeakCell *c, Type type, Word word)
{
    uint8_t bytes[8] = {0};
    value_store(bytes, type, word.value);
    return (Word){value_load(bytes, c->type), word.unwritten};
}

static bool fits_into(Machine *m, Weak *w, uint32_t l, uint32_t place, MemoryOrder order)
{
    Deed deed = {l, order, false, true, 0, place};
    return may_write(&w->cells.at[l], place) && seqcst_allows(m, w, weak_running(m, w), deed);
}

/* The end comes first. */
static uint32_t choose_gap(Machine *m, Weak *w, uint32_t l, MemoryOrder order)
{
    uint32_t floor = view_seen(&w->threads.at[weak_running(m, w)].cur, l);
    uint32_t count = 0, place = w->cells.at[l].len + 1;
    for (uint32_t k = floor + 1; k < place; k++)
        count += fits_into(m, w, l, k, order);
    hard_assert(count);
    uint32_t chosen = count > 1 ? memory_choose(m, count) : 0;
    do
        place--;
    while (!fits_into(m, w, l, place, order) || chosen--);
    return place;
}

/* Before a message can be written: is there a cell for it?  What it points to is known to others
 * from then on. */
static bool prepare_write(Machine *m, Weak *w, const Instr *i, Cell cell, Word word, uint32_t *l)
{
    if (is_part(m, i)) {
        fail_wide(m);
        return false;
    }
    if (!happens_access(m, i, pointer_of(cell), raw_cell_bytes(m, cell.type), ATOMIC_WRITE))
        return false;
    if (cell.type.kind == TYPE_PTR)
        object_publish(m, cell.object, word.value);
    return weak_cell(m, w, i, cell, l) && has_room(m, w, i, cell, l);
}

static bool write_atomic(Machine *m, const Instr *i, Cell cell, Word word)
{
    uint32_t l;
    Weak *w = weak_load(m);
    MemoryOrder order = instr_order(i);
    if (!prepare_write(m, w, i, cell, word, &l))
        return false;
    uint32_t thread = weak_running(m, w), place = choose_gap(m, w, l, order);
    seqcst_begin(m, w, thread);
    WeakMessage *message = weak_insert(m, w, l, place);
    message->word = word_for(&w->cells.at[l], cell.type, word);
    seqcst_access(m, w, thread, (Deed){l, order, false, true, 0, place});
    send(m, w, l, place, order);
    seqcst_end(m, w, thread);
    return put(m, &w->cells.at[l], place, cell, word);
}

/* What was there before a plain write can still be read by who does not know of that, and it is a race.  So it can where what is
 * written now cannot be read: an update may have left no room behind it for another one. */
static bool keeps_older(Machine *m, const Weak *w, Cell cell)
{
    uint64_t pointer = pointer_of(cell);
    uint32_t bytes = raw_cell_bytes(m, cell.type);
    if (is_mine(m, cell.object) || machine_is_alone(m))
        return false;
    vec_each (const WeakCell, c, &w->cells)
        if (c->pointer < pointer + bytes && pointer < c->pointer + c->bytes &&
            (c->pointer != pointer || c->bytes != bytes))
            return false;
    return happens_is_updated(m, pointer, bytes);
}

/* The message follows what the store holds, and nobody synchronises with it. */
static bool write_over(Machine *m, Weak *w, const Instr *i, Cell cell, Word word)
{
    uint32_t l, thread = weak_running(m, w);
    if (!weak_cell(m, w, i, cell, &l))
        return false;
    seqcst_begin(m, w, thread);
    WeakMessage *message = weak_insert(m, w, l, 1);
    message->word = word_for(&w->cells.at[l], cell.type, word);
    seqcst_access(m, w, thread, (Deed){l, ORDER_PLAIN, false, true, 0, 1});
    WeakThread *t = &w->threads.at[thread];
    view_open(m, w, &t->cur);
    t->cur.seen[l] = 1;
    if (w->facts.acquire_fences)
        view_join(m, w, &t->acq, &t->cur);
    seqcst_end(m, w, thread);
    return end_loose(m, sc_write(m, cell, word));
}

/* Those who may see it must know of all earlier accesses, or it is a race: what was is over. */
static bool write_plain(Machine *m, const Instr *i, Cell cell, Word word)
{
    if (is_loose(m, i, cell, true)) {
        begin_loose(m);
        return end_loose(m, write_atomic(m, i, cell, word));
    }
    uint64_t pointer = pointer_of(cell);
    uint32_t bytes = raw_cell_bytes(m, cell.type);
    if (!happens_access(m, i, pointer, bytes, PLAIN_WRITE))
        return false;
    Weak *w = weak_load(m);
    bool older = keeps_older(m, w, cell);
    weak_remove_cells(w, pointer, bytes);
    return older ? write_over(m, w, i, cell, word) : sc_write(m, cell, word);
}

static bool write(Machine *m, const Instr *i, Cell cell, Word word)
{
    if (is_outside(m))
        return sc_write(m, cell, word);
    if (memory_is_library(m, i)) {
        if (instr_synchronises(i))
            weak_release(m, pointer_of(cell));
        return sc_write(m, cell, word);
    }
    if (instr_order(i) == ORDER_PLAIN)
        return write_plain(m, i, cell, word);
    if (is_mine(m, cell.object))
        return happens_access(m, i, pointer_of(cell), raw_cell_bytes(m, cell.type), ATOMIC_WRITE) &&
               sc_write(m, cell, word);
    return write_atomic(m, i, cell, word);
}

/* One access, which reads and writes, with the order of the whole: what was read is only known now to
 * belong to it. */
static bool update(Machine *m, const Instr *i, Cell cell, Word word)
{
    uint32_t l;
    if (is_outside(m) || memory_is_library(m, i))
        return sc_write(m, cell, word);
    if (is_mine(m, cell.object))
        return happens_access(m, i, pointer_of(cell), raw_cell_bytes(m, cell.type), ATOMIC_WRITE) &&
               sc_write(m, cell, word);
    Weak *w = weak_load(m);
    MemoryOrder order = instr_order(i);
    hard_assert(w->pending.is);
    if (!may_update(m, w, w->pending.l, w->pending.place, order)) {
        refuse(m);
        return false;
    }
    uint32_t thread = weak_running(m, w);
    seqcst_begin(m, w, thread);
    take_message(m, w, w->pending.l, w->pending.place, order);
    w->pending.is = false;
    if (!prepare_write(m, w, i, cell, word, &l))
        return false;
    uint32_t place = w->pending.place + 1;
    WeakMessage *message = weak_insert(m, w, l, place);
    message->glued = true;
    message->word = word_for(&w->cells.at[l], cell.type, word);
    view_copy(m, w, &message->view, &w->cells.at[l].at[place - 1].view);
    seqcst_access(m, w, thread, (Deed){l, order, true, true, place - 1, place});
    send(m, w, l, place, order);
    seqcst_end(m, w, thread);
    return put(m, &w->cells.at[l], place, cell, word);
}

/* ---- what else there is ---- */

static bool is_of_lock(const Instr *i)
{
    return i->op == OP_ACQUIRE || i->op == OP_RELEASE || i->op == OP_TRYACQUIRE || i->op == OP_HELD;
}

/* Bytes that are copied, filled or freed: plain accesses, which race with all that they do not know
 * of; so the store has what they see. */
static bool settle(Machine *m, const Instr *i, uint64_t pointer, uint32_t bytes, bool writes)
{
    if (is_outside(m) || is_of_lock(i) || !bytes)
        return true;
    if (i->flags & FLAG_ATOMIC && !memory_is_library(m, i) &&
        !is_mine(m, (uint32_t)(pointer >> 32))) {
        fail_wide(m);
        return false;
    }
    if (memory_is_library(m, i)) { /* an atomic object that is large */
        if (writes)
            weak_release(m, pointer);
        else
            weak_acquire(m, pointer);
        return true;
    }
    if (!happens_access(m, i, pointer, bytes, writes ? PLAIN_WRITE : PLAIN_READ))
        return false;
    if (writes)
        weak_remove_cells(weak_load(m), pointer, bytes);
    return true;
}

static void born(Machine *m, uint64_t pointer, uint32_t bytes)
{
    if (!is_outside(m))
        happens_born(m, pointer, bytes);
}

static void fence(Machine *m, MemoryOrder order)
{
    if (is_outside(m))
        return;
    Weak *w = weak_load(m);
    uint32_t thread = weak_running(m, w);
    WeakThread *t = &w->threads.at[thread];
    t->silent = false;
    if (is_acquire(order))
        view_join(m, w, &t->cur, &t->acq);
    if (order == ORDER_SEQ_CST)
        seqcst_fence(m, w, thread);
    if (is_acquire(order))
        view_join(m, w, &t->acq, &t->cur);
    if (is_release(order))
        view_copy(m, w, &t->rel, &t->cur);
}

static void fork_thread(Machine *m, Weak *w, uint32_t tid)
{
    uint32_t child = weak_add_thread(m, w, tid);
    const WeakView *cur = &w->threads.at[weak_running(m, w)].cur;
    w->threads.at[weak_running(m, w)].silent = false;
    WeakThread *t = &w->threads.at[child];
    *t = (WeakThread){.tid = tid, .live = true};
    view_copy(m, w, &t->cur, cur);
    view_copy(m, w, &t->acq, cur);
}

static void join_thread(Machine *m, Weak *w, uint32_t tid)
{
    WeakThread *t = &w->threads.at[weak_running(m, w)];
    const WeakThread *child = &w->threads.at[weak_thread(w, tid)];
    if (weak_is_expected(w, weak_running(m, w), tid)) {
        run_fail(m, ERR_INTERNAL_LIMIT, "two threads wait for the end of the same thread");
        return;
    }
    view_join(m, w, &t->cur, &child->cur);
    view_join(m, w, &t->acq, &child->cur);
}

static void synchronise(Machine *m, Sync sync, uint64_t what)
{
    if (is_outside(m))
        return;
    Weak *w = weak_load(m);
    switch (sync) {
    case SYNC_ACQUIRE:
        weak_acquire(m, what + SHARED_OFFSET);
        weak_acquire(m, what);
        break;
    case SYNC_ACQUIRE_SHARED:
        weak_acquire(m, what);
        break;
    case SYNC_RELEASE:
        weak_release(m, what);
        break;
    case SYNC_RELEASE_SHARED:
        weak_release(m, what + SHARED_OFFSET);
        break;
    case SYNC_FORK:
        fork_thread(m, w, (uint32_t)what);
        break;
    case SYNC_JOIN:
        join_thread(m, w, (uint32_t)what);
        break;
    case SYNC_END:
        break;
    }
}

static void expect(Machine *m, const uint32_t *tids, uint32_t len, bool idle)
{
    Weak *w = weak_load(m);
    WeakThread *t = &w->threads.at[weak_running(m, w)];
    uint32_t *expected = arena_array(&m->store.step, uint32_t, len + 1);
    for (uint32_t k = 0; k < len; k++)
        expected[k] = tids[k];
    t->expected = expected;
    t->expects = len;
    t->idle = idle;
    w->foresees = true;
}

static void begin(Machine *m)
{
    (void)m;
}

/* Plain accesses are tested for data races, at once or in a region that is; atomic ones of the
 * program have histories, and those of the library have none. */
static TouchMove moves(const Machine *m, const Instr *i)
{
    if (memory_is_library(m, i))
        return MOVE_NONE;
    bool relaxed = m->program->allows_races && (i->op == OP_LOAD || i->op == OP_STORE);
    if (instr_order(i) == ORDER_PLAIN)
        return happens_at_once(m) ? MOVE_AT_ONCE : relaxed ? MOVE_HISTORY : MOVE_RACES;
    return MOVE_HISTORY;
}

/* An atomic region has ended: what it has read has not become an update. */
static void end(Machine *m)
{
    Weak *w = m->weak;
    if (!w->loaded || !w->pending.is)
        return;
    w->pending.is = false;
    if (may_only_read(m, w, w->pending.l, w->pending.place, w->pending.order))
        only_read(m, w, &m->program->code.at[w->pending.pc], w->pending.l, w->pending.place,
                  w->pending.order);
    else
        refuse(m);
}

/* ---- the machine's hooks ---- */

/* Its order means something here: it is the program's own, or what the library does with a word of the
 * program as the program would (memory_is_library). */
static bool is_used(const Machine *m, uint32_t pc)
{
    const Instr *i = &m->program->code.at[pc];
    return !m->program->procs.at[m->facts.proc_of.at[pc]].library ||
           ((i->op == OP_LOAD || i->op == OP_STORE) && instr_is_weak(i));
}

static void open(Machine *m)
{
    Weak *w = m->weak = memory_alloc(sizeof *w);
    for (uint32_t pc = 0; pc < m->program->code.len; pc++) {
        const Instr *i = &m->program->code.at[pc];
        MemoryOrder order = instr_order(i);
        w->facts.joins |= i->op == OP_JOIN;
        if (order == ORDER_PLAIN || !is_used(m, pc))
            continue;
        bool is_fence = i->op == OP_FENCE || i->op == OP_POINT;
        w->facts.acquire_fences |= is_fence && is_acquire(order);
        w->facts.release_fences |= is_fence && is_release(order);
        w->facts.acquires |= is_acquire(order);
        w->facts.sc_fences |= is_fence && order == ORDER_SEQ_CST;
        w->facts.sc_accesses |= !is_fence && order == ORDER_SEQ_CST;
    }
    happens_study(m, &w->facts);
}

static void close(Machine *m)
{
    Weak *w = m->weak;
    vec_free(&w->facts.escapes);
    vec_free(&w->facts.plain);
    vec_free(&w->facts.updates);
    vec_free(&w->cells);
    vec_free(&w->threads);
    vec_free(&w->holders);
    vec_free(&w->trails);
    memory_free(w);
}

static void forget(Machine *m)
{
    ((Weak *)m->weak)->loaded = false;
}

static void flush(Machine *m)
{
    Weak *w = m->weak;
    if (!w->loaded)
        return;
    if (!w->foresees && !is_outside(m)) {
        WeakThread *t = &w->threads.at[weak_running(m, w)];
        t->expects = 0;
        t->idle = false;
    }
    weak_normalise(m, w);
    weak_encode(m, w);
}

/* The pointers in the histories of an object. */
static void meet(Machine *m, uint32_t object, void (*visit)(Machine *m, uint64_t *pointer))
{
    const Weak *w = weak_load(m);
    vec_each (WeakCell, cell, &w->cells)
        if (cell->pointer >> 32 == object && cell->type.kind == TYPE_PTR)
            for (uint32_t k = 0; k < cell->len; k++)
                visit(m, &cell->at[k].word.value);
}

static void rename_all(Machine *m, void (*visit)(Machine *m, uint64_t *pointer))
{
    Weak *w = weak_load(m);
    vec_each (WeakCell, cell, &w->cells) {
        visit(m, &cell->pointer);
        for (uint32_t k = 0; k < cell->len && cell->type.kind == TYPE_PTR; k++)
            visit(m, &cell->at[k].word.value);
    }
    vec_each (Holder, holder, &w->holders)
        visit(m, &holder->pointer);
    vec_each (Trail, trail, &w->trails)
        visit(m, &trail->pointer);
    weak_drop(w, POINTER_DEAD);
    weak_reduce(m, w);
    weak_encode(m, w);
    w->loaded = false; /* it belongs to another store now */
}

/* By coherence alone: what seq_cst forbids besides depends on the access. */
static void visible(Machine *m, VisibleValues *values)
{
    const Weak *w = weak_load(m);
    vec_each (WeakCell, cell, &w->cells)
        for (uint32_t k = 0; k < cell->len && cell->len > 1; k++) {
            VisibleValue *value =
                memory_add_visible(m, values, cell->pointer, cell->type, cell->at[k].word.value);
            value->behind = count_behind(cell, k);
            vec_each (WeakThread, t, &w->threads)
                if (t->live && view_seen(&t->cur, (uint32_t)(cell - w->cells.at)) <= k)
                    memory_add_reader(m, value, (Tid){t->tid});
        }
}

/* The two differ in release sequences only, see send. */
#define VIEW_MACHINE                                                                               \
    .read = read, .write = write, .update = update, .settle = settle, .born = born,                \
    .fence = fence, .synchronise = synchronise, .begin = begin, .finds_races = true,               \
    .moves = moves, .end = end, .open = open, .close = close, .forget = forget, .flush = flush,    \
    .expect = expect, .meet = meet, .rename = rename_all, .visible = visible,                      \
    .mark = happens_mark, .knows = happens_knows

const MemoryModel rc11_model = {VIEW_MACHINE};
const MemoryModel c11_model = {VIEW_MACHINE, .old_sequences = true};
