/* memory.h -- the memory of the program, as its threads see it.
 *
 * Every read, write, update and fence of an instruction goes through here, with the order that the
 * program asks for (instr_order), and so does whatever puts threads in order.  What a thread reads,
 * and when others see what it has written, is decided behind this header and nowhere else.
 *
 * Without a model memory is sequentially consistent: each access goes to the store at once
 * (memory/sc.c), and the functions below cost no more than that.  A model sits between
 * instructions and the store.  What it knows of a thread (writes on their way, views) or of all
 * (histories) is part of the state: words that the machine keeps in the table of threads, see
 * memory_own and memory_common.  Where a model has a choice (which of several writes is read) it
 * takes memory_choose.
 *
 * Only observers look at the store past this header: names and values for people, pages, renaming,
 * and those who ask by machine_peek. */
#ifndef MACHINE_MEMORY_H
#define MACHINE_MEMORY_H

#include "machine/internal.h"
#include "machine/scene.h"

/* A scalar in an object that is there. */
typedef struct Cell {
    const Slot *slot; /* valid until something is allocated */
    uint32_t object, offset;
    Type type;
} Cell;

/* What puts threads in order. */
typedef enum Sync {
    SYNC_ACQUIRE,        /* the running thread has taken the lock at the address `what`, */
    SYNC_RELEASE,        /* ... gives it back, */
    SYNC_ACQUIRE_SHARED, /* ... has taken the reader-writer lock there for reading, */
    SYNC_RELEASE_SHARED, /* ... gives it back, */
    SYNC_FORK,           /* ... has made the thread number `what`, */
    SYNC_END,            /* ... ends, */
    SYNC_JOIN            /* ... has waited for the end of the thread number `what` */
} Sync;

typedef struct MemoryModel {
    /* A load.  If it has FLAG_UPDATE, an update of the cell may follow in the same action.  All of
     * these: false, and the run has failed, if it must not be. */
    bool (*read)(Machine *m, const Instr *i, Cell cell, Word *word);
    /* A store.  `update`: the second half of a read-modify-write. */
    bool (*write)(Machine *m, const Instr *i, Cell cell, Word word);
    bool (*update)(Machine *m, const Instr *i, Cell cell, Word word);
    /* Another instruction (a copy, a lock, an element of a set or a channel, a free) is about to
     * read or to change so many bytes at this address, at once, in the store. */
    bool (*settle)(Machine *m, const Instr *i, uint64_t pointer, uint32_t bytes, bool write);
    /* The running thread has allocated so many bytes at this address, which nobody else knows yet;
     * may be left out. */
    void (*born)(Machine *m, uint64_t pointer, uint32_t bytes);
    void (*fence)(Machine *m, MemoryOrder order);
    void (*synchronise)(Machine *m, Sync sync, uint64_t what);
    /* An action of the running thread begins. */
    void (*begin)(Machine *m);
    /* Brings the words of the loaded store to a normal form; may be left out. */
    void (*canonicalise)(Machine *m);
    /* It fails an action that is not ordered, by what happens before what, after an earlier one that
     * conflicts with it, and one of them is plain: nobody else needs to look for data races. */
    bool finds_races;
    /* Later stores of a thread continue the release sequence of its last release store (C11). */
    bool old_sequences;
    /* An atomic region ends; may be left out. */
    void (*end)(Machine *m);
    /* How a load or a store moves, and what else touches memory; may be left out: a transaction is
     * one action then. */
    TouchMove (*moves)(const Machine *m, const Instr *i);
    /* Visits each pointer in a record of words: what it leads to is alive, and may be renamed. */
    void (*pointers)(Machine *m, uint64_t *words, uint32_t len,
                     void (*visit)(Machine *m, uint64_t *pointer));
    /* All below may be left out: for models that take the words apart (Machine.weak). */
    void (*open)(Machine *m);
    void (*close)(Machine *m);
    void (*forget)(Machine *m); /* another store is loaded, or what a step did is undone */
    void (*flush)(Machine *m);  /* the words must be as they should be from here on */
    /* Instead of `pointers`: visits those that others may read in an object beside its contents; and
     * all of them, to rename them.  What is to be renamed and gone becomes POINTER_DEAD. */
    void (*meet)(Machine *m, uint32_t object, void (*visit)(Machine *m, uint64_t *pointer));
    void (*rename)(Machine *m, void (*visit)(Machine *m, uint64_t *pointer));
    /* The running thread will wait for the ends of so many threads before it does anything else that
     * the model is told of; idle: that is all that it does.  See foresee.c. */
    void (*expect)(Machine *m, const uint32_t *tids, uint32_t len, bool idle);
    /* What may be read of cells that have more than one value, or whose value is on its way. */
    void (*visible)(Machine *m, VisibleValues *values);
    /* The running thread leaves a mark at this address; does what left the mark there, if there is
     * one, happen before what the running thread does now? */
    void (*mark)(Machine *m, uint64_t pointer);
    bool (*knows)(Machine *m, uint64_t pointer);
} MemoryModel;
#define POINTER_DEAD UINT64_MAX

/* memory/rc11.c */
extern const MemoryModel rc11_model, c11_model;

/* memory/tso.c */
extern const MemoryModel tso_model;

/* foresee.c: tells the model, in the stores of these outcomes. */
void foresee(Machine *m, Outcomes *out);
void foresee_free(Machine *m);
bool foresee_join(Machine *m, uint32_t tid);     /* in a run that is only foreseen: goes on */
bool foresee_result(Machine *m, const Instr *i); /* ... it does not matter that nobody knows it */

/* memory/sc.c: in the store, at once. */
bool sc_read(Machine *m, const Instr *i, Cell cell, Word *word);
bool sc_write(Machine *m, Cell cell, Word word);

/* A thread that has read under a reader-writer lock leaves what it knows so many bytes behind it. */
enum { SHARED_OFFSET = 8 };

/* memory/tell.c, with options.record: what becomes Outcome.accesses.  The second half of a
 * read-modify-write belongs to the read before it. */
void tell_read(Machine *m, const Instr *i, Cell cell, uint64_t value);
void tell_write(Machine *m, const Instr *i, Cell cell, uint64_t value);
void tell_bytes(Machine *m, MemoryDeed deed, uint64_t pointer, uint32_t bytes);
void tell_lands(Machine *m, Tid thread, uint64_t pointer);
void tell_fence(Machine *m, MemoryOrder order);
void tell_sync(Machine *m, Sync sync, uint64_t what);
/* An access of the library's own, to what only the library looks at: it is told as an ACQUIRE or a
 * RELEASE.  (One with an order below seq_cst, other than those that synchronise, is done on the user's behalf.) */
bool memory_is_library(const Machine *m, const Instr *i);

/* A judge of data races must know of the access, too, which was not to be: it comes last. */
static inline bool memory_is_told(const Machine *m, bool done)
{
    return m->options.record && (done || (m->status == FAILED && m->result.error == ERR_RACE));
}

static inline bool memory_read(Machine *m, const Instr *i, Cell cell, Word *word)
{
    bool done = m->model ? m->model->read(m, i, cell, word) : sc_read(m, i, cell, word);
    if (m->model && i->flags & FLAG_UPDATE) {
        m->result.updates = true;
        m->result.updated = *word;
    }
    if (memory_is_told(m, done))
        tell_read(m, i, cell, word->value);
    return done;
}

static inline bool memory_write(Machine *m, const Instr *i, Cell cell, Word word)
{
    bool done = !m->model                ? sc_write(m, cell, word)
                : i->flags & FLAG_UPDATE ? m->model->update(m, i, cell, word)
                                         : m->model->write(m, i, cell, word);
    if (m->model)
        m->result.updates = false;
    if (memory_is_told(m, done))
        tell_write(m, i, cell, word.value);
    return done;
}

static inline bool memory_settle(Machine *m, const Instr *i, uint64_t pointer, uint32_t bytes,
                                 bool write)
{
    bool done = !m->model || m->model->settle(m, i, pointer, bytes, write);
    if (!done && memory_is_told(m, done))
        tell_bytes(m, write ? ACCESS_WRITE : ACCESS_READ, pointer, bytes);
    return done;
}

/* Bytes of raw memory, at once; false, and the run has failed, where heddle cannot. */
static inline bool memory_copy_bytes(Machine *m, const Instr *i, uint64_t to, uint64_t from,
                                     uint32_t n)
{
    if (!memory_settle(m, i, from, n, false) || !memory_settle(m, i, to, n, true))
        return false;
    if (m->options.record) {
        tell_bytes(m, ACCESS_READ, from, n);
        tell_bytes(m, ACCESS_WRITE, to, n);
    }
    return raw_copy(m, to, from, n);
}

static inline bool memory_fill_bytes(Machine *m, const Instr *i, uint64_t to, uint8_t byte,
                                     uint32_t n)
{
    if (!memory_settle(m, i, to, n, true))
        return false;
    if (m->options.record)
        tell_bytes(m, ACCESS_WRITE, to, n);
    return raw_fill(m, to, byte, n);
}

/* A scalar of raw memory on its way; 8 bytes at most. */
static inline bool memory_take(Machine *m, const Instr *i, uint64_t from, uint32_t n, Raw *raw)
{
    if (!memory_settle(m, i, from, n, false))
        return false;
    if (m->options.record)
        tell_bytes(m, ACCESS_READ, from, n);
    return raw_take(m, from, n, raw);
}

static inline bool memory_put(Machine *m, const Instr *i, uint64_t to, const Raw *raw)
{
    if (!memory_settle(m, i, to, raw->bytes, true))
        return false;
    if (m->options.record)
        tell_bytes(m, ACCESS_WRITE, to, raw->bytes);
    return raw_put(m, to, raw);
}

/* An object whose elements come and go, or which goes itself, once its bytes are settled: its
 * contents, to be changed; and those when it has become so large. */
static inline uint8_t *memory_change(Machine *m, uint32_t object)
{
    return store_write(m, object);
}

static inline uint8_t *memory_resize(Machine *m, uint32_t object, uint32_t size)
{
    store_resize(m, object, size);
    return m->store.slots.at[object].bytes;
}

static inline void memory_born(Machine *m, uint64_t pointer, uint32_t bytes)
{
    if (m->model && m->model->born)
        m->model->born(m, pointer, bytes);
    if (m->options.record)
        tell_bytes(m, ACCESS_ALLOC, pointer, bytes);
}

static inline void memory_fence(Machine *m, MemoryOrder order)
{
    if (m->model)
        m->model->fence(m, order);
    if (m->options.record)
        tell_fence(m, order);
}

static inline void memory_synchronise(Machine *m, Sync sync, uint64_t what)
{
    if (m->model)
        m->model->synchronise(m, sync, what);
    if (m->options.record)
        tell_sync(m, sync, what);
}

static inline void memory_close(Machine *m)
{
    foresee_free(m);
    if (m->model && m->model->close)
        m->model->close(m);
}

static inline void memory_begin(Machine *m)
{
    if (m->model)
        m->model->begin(m);
}

/* ---- for models ---- */

/* What a model keeps of a thread (NULL: the thread is none, as while the init procedure runs), and
 * of all threads together: records of words. */
const uint64_t *memory_own(Machine *m, Tid t, uint32_t *len);
bool memory_set_own(Machine *m, Tid t, const uint64_t *words, uint32_t len);
const uint64_t *memory_common(Machine *m, uint32_t *len);
void memory_set_common(Machine *m, const uint64_t *words, uint32_t len);
/* The cell at an address; false: its object has gone, or is too small. */
bool memory_find(Machine *m, uint64_t pointer, Type type, Cell *cell);
/* Any number below the count; each is tried. */
uint32_t memory_choose(Machine *m, uint32_t count);
/* For people: the next value, with its cell's name; `readers` is filled by memory_add_reader. */
VisibleValue *memory_add_visible(Machine *m, VisibleValues *values, uint64_t pointer, Type type,
                                 uint64_t value);
void memory_add_reader(Machine *m, VisibleValue *value, Tid thread);

#endif
