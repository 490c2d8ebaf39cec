/* tso.c -- x86-TSO: each thread has a queue of stores that are not in memory yet (Sewell et al.,
 * "x86-TSO", CACM 2010), for programs as clang translates them: an atomic access is a mov, whatever
 * its order, but seq_cst stores and read-modify-writes are locked instructions, a seq_cst fence is
 * mfence, and other fences are nothing.  What the library of threads does to put threads in order is
 * locked, too.
 *
 * A store may leave its queue at any time.  That is no action of its own here: nobody can tell when
 * it happens before somebody looks, so stores leave just before a thread reads a cell that is in
 * another one's queue, or writes it at once, or must wait for its own queue to be empty, or has
 * waited for the end of their thread (as in DIVINE's x86-TSO).  Then any of them may leave, in any
 * order that the queues allow, that make a difference: those of the cell; those before them in their
 * queues; those of the same cells as these, before or after which they land.  Others can as well
 * leave later.  So the last one that leaves before an access is one of its cell. */
#include "machine/memory.h"

/* The words of a store in the queue. */
enum { POINTER, TYPE, VALUE, MASK, WORDS };

typedef struct Range {
    uint64_t pointer;
    uint32_t bytes;
} Range;

typedef struct Queue {
    Tid tid;
    VEC(uint64_t) words; /* the oldest store first */
    size_t first;        /* the words before it have left */
    size_t last;         /* those before it, and no others, make a difference */
} Queue;
typedef VEC(Queue) Queues;

static uint64_t type_word(Type type)
{
    return type.kind | (uint64_t)type.bits << 8;
}

static Type word_type(uint64_t word)
{
    return (Type){(uint8_t)word, (uint8_t)(word >> 8)};
}

static Range range_of(const Machine *m, const uint64_t *store)
{
    return (Range){store[POINTER], raw_cell_bytes(m, word_type(store[TYPE]))};
}

static Range range_of_cell(const Machine *m, Cell cell)
{
    return (Range){pointer_make(cell.object, (int32_t)cell.offset), raw_cell_bytes(m, cell.type)};
}

static bool overlaps(Range a, Range b)
{
    return a.pointer >> 32 == b.pointer >> 32 && a.pointer < b.pointer + b.bytes &&
           b.pointer < a.pointer + a.bytes;
}

/* Whoever is no thread, as the init procedure, and who asks for a predicate, has no queue. */
static bool is_outside(Machine *m)
{
    return m->ask || !store_thread(m, m->tid.ix);
}

static bool is_mine(Machine *m, uint32_t object)
{
    return machine_owner(m, object) == m->tid.ix + 1;
}

/* ---- queues ---- */

/* Of all threads, the empty ones left out. */
static Queues load_queues(Machine *m)
{
    Queues queues = {0};
    each_entry (entry, m) {
        Queue queue = {.tid = {entry->tid}};
        uint32_t len;
        const uint64_t *words = memory_own(m, queue.tid, &len);
        for (uint32_t k = 0; k < len; k++)
            vec_push(&queue.words, words[k]);
        if (len)
            vec_push(&queues, queue);
    }
    return queues;
}

static void free_queues(Queues *queues)
{
    vec_each (Queue, queue, queues)
        vec_free(&queue->words);
    vec_free(queues);
}

static void keep_queue(Machine *m, const Queue *queue)
{
    memory_set_own(m, queue->tid, queue->words.at + queue->first,
                   (uint32_t)(queue->words.len - queue->first));
}

static bool is_empty(const Queue *queue)
{
    return queue->first == queue->words.len;
}

/* The latest store of the thread itself in the range; NULL: none. */
static const uint64_t *find_own(Machine *m, Range range)
{
    uint32_t len;
    const uint64_t *words = memory_own(m, m->tid, &len);
    for (uint32_t k = len; k > 0; k -= WORDS)
        if (overlaps(range_of(m, words + k - WORDS), range))
            return words + k - WORDS;
    return NULL;
}

/* The oldest store gets to memory; that to an object which has gone is lost.  It was told when it
 * was made. */
static void land(Machine *m, Queue *queue)
{
    Cell cell;
    const uint64_t *store = queue->words.at + queue->first;
    bool record = m->options.record;
    m->options.record = false;
    if (memory_find(m, store[POINTER], word_type(store[TYPE]), &cell))
        sc_write(m, cell, (Word){store[VALUE], store[MASK]});
    m->options.record = record;
    if (record)
        tell_lands(m, queue->tid, store[POINTER]);
    queue->first += WORDS;
    keep_queue(m, queue);
}

/* Is one of the stores that make a difference in this range? */
static bool is_met(const Machine *m, const Queues *queues, Range range)
{
    vec_each (Queue, queue, queues)
        for (size_t k = queue->first; k < queue->last; k += WORDS)
            if (overlaps(range_of(m, queue->words.at + k), range))
                return true;
    return false;
}

static bool extend(const Machine *m, Queues *queues, Queue *queue, Range seed)
{
    size_t was = queue->last;
    for (size_t k = queue->last; k < queue->words.len; k += WORDS) {
        Range range = range_of(m, queue->words.at + k);
        if (overlaps(range, seed) || is_met(m, queues, range))
            queue->last = k + WORDS;
    }
    return queue->last != was;
}

/* Which stores make a difference to an access, and to those in this queue (NULL: none)?  Returns how
 * many queues have some. */
static uint32_t mark(Machine *m, Queues *queues, Range seed, const Queue *drained)
{
    uint32_t count = 0;
    bool more = true;
    vec_each (Queue, queue, queues)
        queue->last = queue == drained ? queue->words.len : queue->first;
    while (more) {
        more = false;
        vec_each (Queue, queue, queues)
            more |= extend(m, queues, queue, seed);
    }
    vec_each (Queue, queue, queues)
        count += queue->last > queue->first;
    return count;
}

/* The nth queue that has some. */
static Queue *nth_marked(Queues *queues, uint32_t n)
{
    Queue *found = queues->at;
    while (found->last == found->first || n--)
        found++;
    return found;
}

static const Queue *queue_of(const Queues *queues, Tid tid)
{
    vec_each (Queue, queue, queues)
        if (queue->tid.ix == tid.ix)
            return queue;
    return NULL;
}

/* Stores leave until the queue of the thread is empty. */
static void drain(Machine *m, Queues *queues, Tid tid)
{
    const Queue *drained = queue_of(queues, tid);
    while (drained && !is_empty(drained)) {
        uint32_t count = mark(m, queues, (Range){0}, drained);
        land(m, nth_marked(queues, count > 1 ? memory_choose(m, count) : 0));
    }
}

/* Stores leave that may be in memory when the range is looked at, or written at once.  Who reads what
 * it has written itself, before that has left, need not know what else has. */
static void observe(Machine *m, Queues *queues, Range range)
{
    bool may_stop = true;
    for (;;) {
        uint32_t count = mark(m, queues, range, NULL);
        if (!count)
            return;
        uint32_t chosen = count + may_stop > 1 ? memory_choose(m, count + may_stop) : 0;
        if (may_stop && !chosen)
            return;
        Queue *queue = nth_marked(queues, chosen - may_stop);
        may_stop = overlaps(range_of(m, queue->words.at + queue->first), range);
        land(m, queue);
        may_stop &= !find_own(m, range);
    }
}

/* A locked instruction, on the range (none: mfence). */
static void lock_range(Machine *m, Range range)
{
    Queues queues = load_queues(m);
    drain(m, &queues, m->tid);
    if (range.bytes)
        observe(m, &queues, range);
    free_queues(&queues);
}

/* ---- accesses ---- */

/* Is there a store of somebody else in the range, or by a thread that has ended? */
static bool is_awaited(const Machine *m, const Queues *queues, Range range)
{
    vec_each (Queue, queue, queues)
        for (size_t k = queue->first; queue->tid.ix != m->tid.ix && k < queue->words.len;
             k += WORDS)
            if (overlaps(range_of(m, queue->words.at + k), range))
                return true;
    return false;
}

/* Before a plain read.  What the thread has written itself may be over already, if others write there,
 * too; else it makes no difference when it leaves. */
static void look(Machine *m, Range range)
{
    Queues queues = load_queues(m);
    if (is_awaited(m, &queues, range))
        observe(m, &queues, range);
    free_queues(&queues);
}

static bool is_integer(Type type)
{
    return KINDS_INTEGER >> type.kind & 1;
}

/* What a thread reads of its own. */
static bool forward(Machine *m, const uint64_t *store, Cell cell, Word *word)
{
    uint8_t bytes[8] = {0};
    Type type = word_type(store[TYPE]);
    Range range = range_of_cell(m, cell);
    bool integers = is_integer(type) && is_integer(cell.type);
    if (store[POINTER] != range.pointer || range_of(m, store).bytes != range.bytes ||
        !(type.kind == cell.type.kind || integers)) {
        run_fail(m, ERR_INTERNAL_LIMIT,
                 "a thread reads what it has written with another size or type, and which may not "
                 "be in memory yet: --memory-model=rc11 or sc");
        return false;
    }
    *word = (Word){store[VALUE], store[MASK]};
    if (type_equal(type, cell.type))
        return true;
    value_store(bytes, type, store[VALUE]);
    word->value = value_load(bytes, cell.type);
    return true;
}

/* Is there any store in the range that has not left? */
static bool is_waiting(Machine *m, Range range)
{
    Queues queues = load_queues(m);
    bool waits = find_own(m, range) || is_awaited(m, &queues, range);
    free_queues(&queues);
    return waits;
}

/* The library reads or writes a variable of the program's, as sem_getvalue does, and puts nothing in order
 * by that: as if the program had done it. */
static bool is_for_program(const Machine *m, const Instr *i, Cell cell)
{
    uint32_t layout = cell.slot->layout;
    if (!memory_is_library(m, i) || instr_synchronises(i) ||
        m->program->layouts.at[layout].kind != LAYOUT_RAW)
        return false;
    uint32_t region = raw_touched_region(m, layout, cell.offset);
    return region && !m->program->regions.at[region].library;
}

static bool read(Machine *m, const Instr *i, Cell cell, Word *word)
{
    Range range = range_of_cell(m, cell);
    if (is_outside(m) || is_mine(m, cell.object) ||
        (memory_is_library(m, i) && !(is_for_program(m, i, cell) && is_waiting(m, range))))
        return sc_read(m, i, cell, word);
    if (i->flags & FLAG_UPDATE)
        lock_range(m, range);
    else
        look(m, range);
    const uint64_t *own = find_own(m, range);
    if (own)
        return forward(m, own, cell, word);
    return memory_find(m, range.pointer, cell.type, &cell) && sc_read(m, i, cell, word);
}

/* The second half of a read-modify-write: the queue is empty. */
static bool update(Machine *m, const Instr *i, Cell cell, Word word)
{
    (void)i;
    return sc_write(m, cell, word);
}

static bool append(Machine *m, Cell cell, Word word)
{
    enum { MOST_STORES = 16 };
    const uint64_t store[WORDS] = {
        [POINTER] = pointer_make(cell.object, (int32_t)cell.offset),
        [TYPE] = type_word(cell.type),
        [VALUE] = word.value,
        [MASK] = word.unwritten,
    };
    uint32_t len;
    VEC(uint64_t) queue = {0};
    const uint64_t *words = memory_own(m, m->tid, &len);
    uint32_t most = m->options.history ? m->options.history : MOST_STORES;
    if (len >= most * WORDS) {
        run_fail(m, ERR_HISTORY,
                 "%u stores of a thread wait to get to memory, and there is one more; --history=N "
                 "allows more",
                 most);
        return false;
    }
    for (uint32_t k = 0; k < len; k++)
        vec_push(&queue, words[k]);
    for (int k = 0; k < WORDS; k++)
        vec_push(&queue, store[k]);
    memory_set_own(m, m->tid, queue.at, (uint32_t)queue.len);
    vec_free(&queue);
    if (m->options.record)
        describe_write(m, cell.object, (int32_t)cell.offset, cell.type, word.value);
    m->result.waits = m->options.record;
    if (cell.type.kind == TYPE_PTR) /* what it leads to is not the thread's own any more */
        object_publish(m, cell.object, word.value);
    return true;
}

static bool has_waiting(Machine *m)
{
    uint32_t len;
    return memory_own(m, m->tid, &len) && len;
}

/* The library's own variables are not the program's: they are in memory at once, and only what puts
 * threads in order is locked.  What it writes into the program's comes behind what the thread has written
 * before. */
static bool write(Machine *m, const Instr *i, Cell cell, Word word)
{
    if (is_outside(m) || is_mine(m, cell.object))
        return sc_write(m, cell, word);
    bool library = memory_is_library(m, i);
    if ((instr_order(i) != ORDER_SEQ_CST && !library) ||
        (is_for_program(m, i, cell) && has_waiting(m)))
        return append(m, cell, word);
    Range range = range_of_cell(m, cell);
    if (!library || instr_synchronises(i) || is_waiting(m, range))
        lock_range(m, range);
    return memory_find(m, range.pointer, cell.type, &cell) && sc_write(m, cell, word);
}

/* ---- others ---- */

/* Those of its stores that nobody will read. */
static void drop_own(Machine *m, Range range)
{
    uint32_t len;
    VEC(uint64_t) queue = {0};
    const uint64_t *words = memory_own(m, m->tid, &len);
    for (uint32_t k = 0; k < len; k += WORDS)
        for (uint32_t j = 0; j < WORDS && !overlaps(range_of(m, words + k), range); j++)
            vec_push(&queue, words[k + j]);
    memory_set_own(m, m->tid, queue.at, (uint32_t)queue.len);
    vec_free(&queue);
}

static void doubt_copy(Machine *m)
{
    run_doubt(m, "memory is copied or filled at once while stores of the thread wait to get to "
                 "memory: it was explored as if it waited for them; --memory-model=rc11 or sc");
}

static bool settle(Machine *m, const Instr *i, uint64_t pointer, uint32_t bytes, bool writes)
{
    Range range = {pointer, bytes};
    bool copies = i->op == OP_COPY || i->op == OP_FILL;
    uint32_t len;
    if (is_outside(m) || is_mine(m, (uint32_t)(pointer >> 32)))
        return true;
    if (i->op == OP_FREE) {
        drop_own(m, range);
        return true;
    }
    if (copies && !writes && !find_own(m, range)) {
        look(m, range);
        return true;
    }
    memory_own(m, m->tid, &len);
    if (copies && len)
        doubt_copy(m);
    lock_range(m, range);
    return true;
}

static void fence(Machine *m, MemoryOrder order)
{
    if (order == ORDER_SEQ_CST && !is_outside(m))
        lock_range(m, (Range){0});
}

/* The end of a thread is no action of its own after its last read: its stores may leave later than
 * that, but before somebody who has waited for the end goes on. */
static void synchronise(Machine *m, Sync sync, uint64_t what)
{
    if (is_outside(m) || sync == SYNC_END)
        return;
    lock_range(m, (Range){0});
    if (sync == SYNC_JOIN) {
        Queues queues = load_queues(m);
        drain(m, &queues, (Tid){(uint32_t)what});
        free_queues(&queues);
    }
}

static void begin(Machine *m)
{
    (void)m;
}

static void pointers(Machine *m, uint64_t *words, uint32_t len,
                     void (*visit)(Machine *m, uint64_t *pointer))
{
    for (uint32_t k = 0; k < len; k += WORDS) {
        visit(m, &words[k + POINTER]);
        if (word_type(words[k + TYPE]).kind == TYPE_PTR)
            visit(m, &words[k + VALUE]);
    }
}

/* ---- for people ---- */

static bool is_listed(const VisibleValues *values, uint64_t pointer)
{
    vec_each (VisibleValue, value, values)
        if (value->pointer == pointer)
            return true;
    return false;
}

static bool has_store(const Queue *queue, uint64_t pointer, size_t from)
{
    for (size_t k = from; queue && k < queue->words.len; k += WORDS)
        if (queue->words.at[k + POINTER] == pointer)
            return true;
    return false;
}

/* What is in memory, for those who have no store to it on its way; and these, for their threads. */
static void list_cell(Machine *m, const Queues *queues, const uint64_t *store,
                      VisibleValues *values)
{
    uint64_t pointer = store[POINTER], word;
    Type type = word_type(store[TYPE]);
    if (!machine_peek(m, (uint32_t)(pointer >> 32), (int32_t)pointer, type, &word))
        return;
    VisibleValue *value = memory_add_visible(m, values, pointer, type, word);
    each_entry (entry, m)
        if (!entry->ended && !has_store(queue_of(queues, (Tid){entry->tid}), pointer, 0))
            memory_add_reader(m, value, (Tid){entry->tid});
    vec_each (Queue, queue, queues)
        for (size_t k = 0; k < queue->words.len; k += WORDS) {
            if (queue->words.at[k + POINTER] != pointer)
                continue;
            value = memory_add_visible(m, values, pointer, type, queue->words.at[k + VALUE]);
            value->waits = true;
            value->thread = queue->tid;
            if (!has_store(queue, pointer, k + WORDS))
                memory_add_reader(m, value, queue->tid);
        }
}

static void visible(Machine *m, VisibleValues *values)
{
    Queues queues = load_queues(m);
    vec_each (Queue, queue, &queues)
        for (size_t k = 0; k < queue->words.len; k += WORDS)
            if (!is_listed(values, queue->words.at[k + POINTER]))
                list_cell(m, &queues, queue->words.at + k, values);
    free_queues(&queues);
}

const MemoryModel tso_model = {
    .read = read,
    .write = write,
    .update = update,
    .settle = settle,
    .fence = fence,
    .synchronise = synchronise,
    .begin = begin,
    .pointers = pointers,
    .visible = visible,
};
