/* delay.c -- a memory model for tests: a thread's store gets to memory when its next action but one
 * begins, so that one whole action of the thread lies between the two.
 *
 * The thread itself reads what it has stored; others do not see it before.  Stores stay in their
 * order.  A seq_cst fence, a read-modify-write, a lock, the start and the end of a thread, an access
 * to many bytes at once and whatever the library does wait for the thread's own stores first. */
#include "machine/memory.h"
#include "models.h"

/* The words of a store on its way. */
enum { AGE, POINTER, TYPE, VALUE, MASK, WORDS };
typedef VEC(uint64_t) Queue;

static uint64_t type_word(Type type)
{
    return type.kind | (uint64_t)type.bits << 8;
}

static Type word_type(uint64_t word)
{
    return (Type){(uint8_t)word, (uint8_t)(word >> 8)};
}

/* What the running thread has stored, the oldest first. */
static Queue load_queue(Machine *m)
{
    Queue queue = {0};
    uint32_t len;
    const uint64_t *words = memory_own(m, machine_running(m), &len);
    for (uint32_t k = 0; k < len; k++)
        vec_push(&queue, words[k]);
    return queue;
}

static void keep_queue(Machine *m, Queue *queue, size_t first)
{
    memory_set_own(m, machine_running(m), queue->at + first, (uint32_t)(queue->len - first));
    vec_free(queue);
}

/* It gets to memory; that of an object which has gone is lost. */
static void land(Machine *m, const uint64_t *store)
{
    Cell cell;
    if (memory_find(m, store[POINTER], word_type(store[TYPE]), &cell))
        sc_write(m, cell, (Word){store[VALUE], store[MASK]});
}

static void land_all(Machine *m)
{
    Queue queue = load_queue(m);
    for (size_t k = 0; k < queue.len; k += WORDS)
        land(m, queue.at + k);
    keep_queue(m, &queue, queue.len);
}

static void begin(Machine *m)
{
    Queue queue = load_queue(m);
    size_t first = 0;
    for (; first < queue.len && queue.at[first + AGE]; first += WORDS)
        land(m, queue.at + first);
    for (size_t k = first; k < queue.len; k += WORDS)
        queue.at[k + AGE]++;
    keep_queue(m, &queue, first);
}

static bool is_library(const Machine *m)
{
    return m->program->procs.at[m->facts.proc_of.at[m->pc - 1]].library;
}

static bool overlaps(const Machine *m, const uint64_t *store, uint64_t at, uint32_t bytes)
{
    uint32_t size = raw_cell_bytes(m, word_type(store[TYPE]));
    return store[POINTER] >> 32 == at >> 32 && store[POINTER] < at + bytes &&
           at < store[POINTER] + size;
}

/* The latest store to the cell that is on its way, or NULL.  *known: it can be told. */
static const uint64_t *find(Machine *m, const Queue *queue, Cell cell, bool *known)
{
    uint64_t at = pointer_make(cell.object, (int32_t)cell.offset);
    uint32_t bytes = raw_cell_bytes(m, cell.type);
    *known = true;
    for (size_t k = queue->len; k > 0; k -= WORDS) {
        const uint64_t *store = queue->at + k - WORDS;
        Type type = word_type(store[TYPE]);
        if (!overlaps(m, store, at, bytes))
            continue;
        *known =
            store[POINTER] == at && raw_cell_bytes(m, type) == bytes && type.kind == cell.type.kind;
        return store;
    }
    return NULL;
}

static bool read(Machine *m, const Instr *i, Cell cell, Word *word)
{
    bool known;
    Queue queue = load_queue(m);
    const uint64_t *store = find(m, &queue, cell, &known);
    bool own = store && known && !(i->flags & FLAG_UPDATE) && !is_library(m);
    if (own)
        *word = (Word){store[VALUE], store[MASK]};
    vec_free(&queue);
    if (own)
        return true;
    if (store)
        land_all(m);
    return sc_read(m, i, cell, word);
}

static bool update(Machine *m, const Instr *i, Cell cell, Word word)
{
    (void)i;
    land_all(m);
    return sc_write(m, cell, word);
}

static bool write(Machine *m, const Instr *i, Cell cell, Word word)
{
    uint64_t store[WORDS] = {
        [POINTER] = pointer_make(cell.object, (int32_t)cell.offset),
        [TYPE] = type_word(cell.type),
        [VALUE] = word.value,
        [MASK] = word.unwritten,
    };
    if (is_library(m))
        return update(m, i, cell, word);
    Queue queue = load_queue(m);
    for (int k = 0; k < WORDS; k++)
        vec_push(&queue, store[k]);
    bool kept = memory_set_own(m, machine_running(m), queue.at, (uint32_t)queue.len);
    vec_free(&queue);
    return kept || sc_write(m, cell, word); /* the init procedure is no thread's */
}

static bool settle(Machine *m, const Instr *i, uint64_t pointer, uint32_t bytes, bool writes)
{
    (void)i, (void)writes;
    Queue queue = load_queue(m);
    bool found = false;
    for (size_t k = 0; k < queue.len; k += WORDS)
        found |= overlaps(m, queue.at + k, pointer, bytes);
    vec_free(&queue);
    if (found)
        land_all(m);
    return true;
}

static void fence(Machine *m, MemoryOrder order)
{
    if (order == ORDER_SEQ_CST)
        land_all(m);
}

static void synchronise(Machine *m, Sync sync, uint64_t what)
{
    (void)sync, (void)what;
    land_all(m);
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

const MemoryModel delay_model = {
    .read = read,
    .write = write,
    .update = update,
    .settle = settle,
    .fence = fence,
    .synchronise = synchronise,
    .begin = begin,
    .pointers = pointers,
};
