/* weak.h -- what the view machine knows of a state, taken apart; private to memory/.
 *
 * A cell that the program accesses atomically has a history: its messages in modification order.  A
 * view says of each cell which of its messages is the oldest that may still be read, and of each
 * thread how far it is known what that thread has done (happens-before).  All of it lies in the
 * memory of the step, and is written into the words of the state when the store is interned. */
#ifndef MACHINE_MEMORY_WEAK_H
#define MACHINE_MEMORY_WEAK_H

#include "machine/memory.h"

/* A set of seq_cst accesses and fences with all that come before them in psc: what reads or writes
 * a cell below these messages comes before one of them, too (doc/theory.md).  NULL: none. */
typedef struct Nodes {
    uint32_t *all;    /* cell -> message; for whatever comes before the access */
    uint32_t *fences; /* ... for the fences that happen before it */
} Nodes;

/* What seqcst.c knows of those that happen before. */
typedef struct Past {
    uint32_t *writes; /* cell -> the last write */
    Nodes fences;     /* the fences */
    Nodes before;     /* what comes before by program order and then happens-before */
    Nodes through;    /* what comes before anything of it, for later fences */
    Nodes *same;      /* cell -> what its accesses are, and the fences before them; NULL: nothing */
} Past;

/* All zero, also of cells and threads to come, if it has no arrays. */
typedef struct WeakView {
    uint32_t *seen;  /* cell -> message */
    uint32_t *clock; /* thread -> its last access that happens before */
    Past *past;      /* NULL: nothing */
} WeakView;

/* What a message knows of those who wrote and read it: what they are, if seq_cst, and the fences that
 * happen before them; and these alone. */
typedef enum Mark { WRITER, READERS, WRITER_FENCES, READER_FENCES, MARKS } Mark;

typedef struct WeakMessage {
    Word word;
    bool glued;     /* nothing comes between it and the one before, which its update has read */
    uint32_t twins; /* it stands for so many others before it, too; kept with options.record */
    WeakView view;  /* what is known to those who synchronise with it; not of its own cell */
    Nodes marks[MARKS];
} WeakMessage;

typedef struct WeakCell {
    uint64_t pointer;
    uint32_t bytes;
    Type type;
    uint32_t len, room;
    WeakMessage *at;
} WeakCell;

/* A lock, or a cell of the library's own: what is known to those who take it. */
typedef struct Holder {
    uint64_t pointer;
    WeakView view;
} Holder;

/* What is accessed in one action by a thread, without an order that all know. */
typedef struct Trail {
    uint64_t pointer;
    uint32_t bytes;
    AccessKind kind;
    bool born;       /* of a plain write: the memory was allocated then */
    uint32_t thread; /* index */
    uint32_t clock;  /* of that thread */
} Trail;

typedef struct WeakThread {
    uint32_t tid;
    bool live;                /* it has not ended */
    bool idle;                /* it will do nothing any more but wait and end */
    bool gone;                /* nobody waits for its end any more */
    bool silent;              /* since its clock has moved nobody else has learned of it */
    uint32_t expects;         /* it will wait for the ends of so many threads before all else: */
    const uint32_t *expected; /* tids */
    WeakView cur;             /* what it knows, */
    WeakView acq;             /* ... what it will know after an acquire fence, */
    WeakView rel;             /* ... and has known at its last release fence */
    WeakView *heads;          /* c11: cell -> what its last release store to it has released */
} WeakThread;

/* What is known of the program before it runs. */
typedef struct WeakFacts {
    bool acquire_fences, release_fences; /* seq_cst fences are both */
    bool acquires;                       /* somebody acquires from a message */
    bool joins;                          /* somebody waits for the end of a thread */
    bool sc_accesses, sc_fences;         /* there are seq_cst ones */
    VEC(bool) escapes;  /* global -> it may be accessed in ways that cannot be told before */
    VEC(Trail) plain;   /* other plain accesses to globals */
    VEC(Trail) updates; /* read-modify-writes of globals, by their names, */
    uint64_t sizes;     /* ... and of others: a bit for each number of bytes */
} WeakFacts;

typedef struct Weak {
    WeakFacts facts;
    bool loaded;
    uint32_t cell_room, thread_room; /* of each array of a view */
    VEC(WeakCell) cells;
    VEC(WeakThread) threads; /* in the order of the table, new ones last */
    VEC(Holder) holders;
    VEC(Trail) trails;
    bool foresees; /* what the running thread expects is as it should be */
    /* An access that is being done, see seqcst.c: what comes before it, and it with that. */
    Nodes before, left;
    /* The read of what may become an update in the same region. */
    struct {
        bool is;
        uint32_t l, place, pc;
        MemoryOrder order;
    } pending;
} Weak;

#define NO_CELL UINT32_MAX

/* weak.c: the structure. */
Weak *weak_load(Machine *m);
void weak_make_room(Machine *m, Weak *w, size_t cells, size_t threads);
uint32_t weak_running(Machine *m, Weak *w);  /* the index of the running thread */
uint32_t weak_thread(Weak *w, uint32_t tid); /* ... of one that is there */
uint32_t weak_add_thread(Machine *m, Weak *w, uint32_t tid);
/* The cell that is accessed; one without a history gets it.  False: the run has failed. */
bool weak_cell(Machine *m, Weak *w, const Instr *i, Cell cell, uint32_t *found);
void weak_reserve(Machine *m, WeakCell *cell, uint32_t room);
void weak_remove_cell(Weak *w, uint32_t l);
/* Cells with one of these bytes have no history any more. */
void weak_remove_cells(Weak *w, uint64_t pointer, uint32_t bytes);
/* A new message at this place of the cell's history. */
WeakMessage *weak_insert(Machine *m, Weak *w, uint32_t l, uint32_t place);
Holder *weak_holder(Machine *m, Weak *w, uint64_t pointer, bool make); /* NULL: there is none */
typedef void ViewAction(Weak *w, WeakView *view, void *self);
void weak_each_view(Weak *w, ViewAction *action, void *self);
/* Each array that says something of each cell. */
typedef void ArrayAction(Weak *w, uint32_t **array, void *self);
void weak_each_array(Weak *w, ArrayAction *action, void *self);

/* It may still look at what it knows. */
static inline bool weak_looks(const WeakThread *t)
{
    return t->live && !t->idle;
}
static inline uint32_t view_seen(const WeakView *view, uint32_t l)
{
    return view->seen ? view->seen[l] : 0;
}
static inline uint32_t view_clock(const WeakView *view, uint32_t t)
{
    return view->clock ? view->clock[t] : 0;
}
void view_open(Machine *m, const Weak *w, WeakView *view); /* it has arrays from now on */
void view_join(Machine *m, const Weak *w, WeakView *to, const WeakView *from);
void view_copy(Machine *m, const Weak *w, WeakView *to, const WeakView *from);
bool view_is_zero(const Weak *w, const WeakView *view);

/* words.c: the words of the state. */
void weak_decode(Machine *m, Weak *w);
void weak_encode(Machine *m, Weak *w);

/* normal.c: whatever makes no difference to live threads is forgotten. */
void weak_normalise(Machine *m, Weak *w);
void weak_reduce(Machine *m, Weak *w); /* the same, if no object has gone */
/* Might a normal form have fewer messages for this reason: one says what that before it says? */
bool weak_may_fold(const Weak *w, uint32_t l);
/* Another thread will wait for the end of this one before all else. */
bool weak_is_expected(const Weak *w, uint32_t but, uint32_t tid);
/* Nothing is known any more of what is there. */
void weak_drop(Weak *w, uint64_t pointer);

/* rc11.c: the running thread gets to know what was released there, or releases what it knows. */
void weak_acquire(Machine *m, uint64_t pointer);
void weak_release(Machine *m, uint64_t pointer);

/* happens.c: an access without a history; false: the run has failed, since it is a data race. */
bool happens_access(Machine *m, const Instr *i, uint64_t pointer, uint32_t bytes, AccessKind kind);
/* Nobody knows yet of an object that the running thread has made. */
void happens_born(Machine *m, uint64_t pointer, uint32_t bytes);
/* MemoryModel.mark and knows. */
void happens_mark(Machine *m, uint64_t pointer);
bool happens_knows(Machine *m, uint64_t pointer);
/* Where races are allowed: is what the running thread is about to read or write in order with all
 * that conflicts with it, by a discipline or since it is its own?  If not, it is a relaxed access. */
bool happens_in_order(Machine *m, const Instr *i, uint64_t pointer, uint32_t bytes, bool write);
/* A thread does things at once while no other one does: there is one lock for all. */
enum { ATOMIC_REGIONS = 1 };
/* Is what the running thread does part of an atomic region? */
bool happens_at_once(const Machine *m);
void happens_study(Machine *m, WeakFacts *facts);
/* May somebody update these bytes, by a read-modify-write? */
bool happens_is_updated(const Machine *m, uint64_t pointer, uint32_t bytes);

/* seqcst.c: an access of the cell l that reads the message `from`, or writes one that comes to stand
 * at `place`, or both. */
typedef struct Deed {
    uint32_t l;
    MemoryOrder order;
    bool reads, writes;
    uint32_t from, place;
} Deed;
/* May it happen, with that order of seq_cst accesses and fences that there is? */
bool seqcst_allows(Machine *m, const Weak *w, uint32_t thread, Deed deed);
/* It happens: before the thread learns from what it reads; after that, and after a message was
 * inserted, but before that has a view; after that. */
void seqcst_begin(Machine *m, Weak *w, uint32_t thread);
void seqcst_access(Machine *m, Weak *w, uint32_t thread, Deed deed);
void seqcst_end(Machine *m, Weak *w, uint32_t thread);
void seqcst_fence(Machine *m, Weak *w, uint32_t thread);
/* The parts of views and messages. */
void seqcst_join(Machine *m, const Weak *w, WeakView *to, const WeakView *from);
bool seqcst_is_zero(const Weak *w, const Past *past);
/* Of two messages of the cell, the second of an update that has written what it has read. */
bool seqcst_is_same(const Weak *w, uint32_t own, const Past *a, const Past *b);
/* The message stands for the one behind it, too. */
void seqcst_fold(Machine *m, const Weak *w, WeakMessage *to, const WeakMessage *from);
bool nodes_are_zero(const Weak *w, const Nodes *nodes);
void seqcst_each_array(Weak *w, Past *past, ArrayAction *action, void *self);
void nodes_each_array(Weak *w, Nodes *nodes, ArrayAction *action, void *self);
bool seqcst_knows(Weak *w, uint32_t l); /* something of the cell: its marks, or in a view */
/* The first `count` messages of the cell go: whoever touches it now comes after them. */
void seqcst_drop(Machine *m, Weak *w, uint32_t l, uint32_t count);
void seqcst_normalise(Machine *m, Weak *w);

#endif
