/* machine.h -- the machine runs one step of one thread.
 *
 * Engines never look at an instruction.  They see stores as small numbers, and three relations over
 * them (T, T+ and T- of doc/design.md): from global store g, local store l and stack s, what can
 * thread t do? */
#ifndef MACHINE_MACHINE_H
#define MACHINE_MACHINE_H

#include "base/stat.h"
#include "ir/program.h"

typedef struct GlobalId {
    uint32_t ix;
} GlobalId;
typedef struct LocalId {
    uint32_t ix;
} LocalId; /* also names frames; 0: the thread has ended */
typedef struct StackId {
    uint32_t ix;
} StackId; /* 0: the empty stack */
typedef struct Tid {
    uint32_t ix;
} Tid; /* a thread's number, see machine_thread_name */

typedef struct HeldId {
    uint32_t ix;
} HeldId; /* what a thread without a name has for itself: locks, memory; 0: nothing */

typedef struct MachineOptions {
    bool stop_at_choice; /* stop before every choice (Zing's choice states) */
    bool keep_dead;      /* local stores keep variables that no one will read (Zing's counting) */
    bool
        number_threads; /* threads are named in the order of their creation, not by their parents */
    bool record;        /* keep touches and events of each outcome */
    bool track_owners;  /* objects know who created them, until others can reach them */
    bool touches;       /* keep the touches of each outcome, and no events */
    bool predicates;    /* test accesses against the predicates of the program */
    uint32_t most_threads; /* that are created; 0: any number; one more is the limit `threads` */
    bool anonymous;        /* threads have no names: see machine_step_token */
    bool claims;           /* frames know the phase of a procedure that is annotated as atomic */
    bool footprints;       /* remember which objects a run looked at */
    uint32_t
        most_calls; /* of one thread that are open at once; 0: any number; one more is ERR_STACK */
    uint32_t most_tasks; /* of one procedure that are pending; 0: any number; see ERR_TASKS */
    bool tasks;          /* posted tasks are told in Outcome.posted, and taken ones */
    bool loose;          /* posted tasks are told there, and kept nowhere */
    bool share;          /* one thread can stand for another, see part.h */
    bool symmetry;       /* threads may be exchanged, see symmetry.h */
    bool ghosts;         /* with number_threads: a fork may also create a ghost, and must do so if
                              there are most_threads threads already */
    uint8_t
        *reached; /* instruction -> what runs did there: REACHED_... are added; NULL: nobody asks */
    bool coverage;    /* ... also REACHED_AT_ALL, of every instruction */
    bool inputs;      /* an input takes any of its values, not only those that are tried otherwise
                   (`mov.all`); a choice of very many must be given, and if it is not the action
                   stops before it */
    bool recalls;     /* steps that are one action are not taken again, see recall.h */
    bool rounds;      /* actions go on at the heads of loops of registers alone: forward.c */
    uint32_t history; /* messages of one cell that the memory model keeps; 0: as many as usual */
    const char *watched
        [2]; /* texts with expressions at lines, whose local variables are kept; NULL: none */
    const struct MemoryModel *memory; /* NULL: sequentially consistent; see memory.h */
} MachineOptions;

/* For MachineOptions.memory.  NULL: MEMORY_SC, or a model that heddle does not have. */
const struct MemoryModel *machine_memory(MemoryKind kind);

typedef struct Machine Machine;
Machine *machine_new(const Program *program, MachineOptions options);
void machine_free(Machine *m);

typedef enum OutcomeKind {
    OUTCOME_STEP,    /* the thread goes on */
    OUTCOME_CHOICE,  /* in the midst of an action: the thread, and it alone, must go on */
    OUTCOME_ENDED,   /* the thread has ended */
    OUTCOME_BLOCKED, /* it cannot run now; a deadlock if no other can */
    OUTCOME_IDLE,    /* it cannot run now, and need not */
    OUTCOME_CUT,     /* an assumption failed: there is no such run */
    OUTCOME_WRONG    /* an error: see error, message, pos */
} OutcomeKind;

/* Threads that never run, one name for all of them; see machine_ghost.  Who waits for their end
 * waits for ever. */
#define TID_GHOST ((Tid){(1u << 28) - 1})
/* In Outcome.choices, with options.ghosts: 0 is a fork of a thread, 1 that of a ghost, plus this.
 */
#define CHOICE_OF_FORK (1u << 31)

/* A thread at the moment it is created. */
typedef struct Forked {
    Tid tid;
    LocalId l;
} Forked;

/* A procedure and its arguments: a task that is posted.  Equal ones have equal numbers. */
typedef struct TaskId {
    uint32_t ix; /* 0: none */
} TaskId;

/* One access to memory, or another thing that threads do to each other. */
typedef enum TouchKind {
    TOUCH_DATA,
    TOUCH_ACQUIRE, /* of a lock that was free */
    TOUCH_RELEASE,
    TOUCH_TRY, /* tryacquire, or an acquire where waiting is an error; whatever comes of it */
    TOUCH_FORK,
    TOUCH_JOIN,  /* of a thread that has ended */
    TOUCH_LOOK,  /* does another thread hold this lock? */
    TOUCH_CALL,  /* a call of a library begins, */
    TOUCH_RETURN /* ... and returns: see event.c */
} TouchKind;

/* What a memory model says of how an access moves, if nothing better is known (movers/). */
typedef enum TouchMove {
    MOVE_NONE,    /* it is in the store at once */
    MOVE_AT_ONCE, /* so it is, and in order with all others of this kind, whatever they touch */
    MOVE_HISTORY, /* others neither take away what it may read nor see what it writes at once: a read
                     moves to the right, a write to the left; both in one action do not move */
    MOVE_RACES /* of two that conflict, and which nothing puts in order, the second one fails, whichever
                     that is: it moves both ways */
} TouchMove;

typedef struct Touch {
    TouchKind kind;
    uint32_t object;
    int32_t offset;
    uint32_t bytes;
    uint32_t region;
    uint32_t pc;
    bool write, atomic, shared; /* shared: a lock for reading */
    bool weak;                  /* atomic, with an order below seq_cst */
    bool frees;                 /* it ends the object */
    bool test;                  /* by the predicate of what the action touches next */
    bool known;                 /* one number, which is ... */
    bool faint; /* a write of what slicing has taken out, or over it: any number was meant */
    bool quiet; /* it only notes who holds or awaits a lock */
    bool same;  /* an update that writes what it has read */
    bool loose; /* a write that others may see after other ones than those before it */
    TouchMove move;
    uint64_t value; /* ... this: it was read, or is to be written */
} Touch;

/* Does it count in data races, if these properties are asked for?  Whoever races with the end of an
 * object can also come after it: that tells more, and is found if `memory` is. */
bool touch_may_race(const Touch *touch, uint32_t properties);
/* A data race, if two threads do it at once: the same bytes, one writes, not both in atomic
 * actions. */
bool touch_conflicts(const Touch *a, const Touch *b);

/* Are the touches of threads to be compared: are data races asked for, or are there accesses with
 * an order below seq_cst? */
bool machine_compares(const Machine *m, uint32_t properties);
/* Two threads are about to do this.  True: it is a data race, and these are asked for.  If both are
 * atomic, and one has an order below seq_cst, the program can do more than sequentially consistent
 * runs show: that leaves a doubt.  (If there are no such pairs, it cannot.) */
bool machine_races(Machine *m, const Touch *a, const Touch *b, uint32_t properties);

/* Does the memory model know what happens before what, and tell data races as errors of actions? */
bool machine_finds_races(const Machine *m);

/* Something worth showing in a trace: a value, a text, or what was done to others (READS ...), with
 * or without a value. */
typedef enum EventKind {
    EVENT_WRITE,
    EVENT_LOCAL,
    EVENT_TEXT,
    EVENT_PASSES, /* a landmark: place is landmark << 2 | PassKind */
    EVENT_WAITS,  /* for a lock, or for a thread if there is a value */
    EVENT_READS,  /* ORDER DEED: from here on as in result/job.h */
    EVENT_WRITES,
    EVENT_ACQUIRES,
    EVENT_RELEASES,
    EVENT_FORKS,
    EVENT_JOINS,
    EVENT_SENDS,
    EVENT_RECEIVES,
    EVENT_FREES,  /* an object: memory, or a variable whose scope ends */
    EVENT_MISSES, /* it was freed, and somebody accesses or frees it */
    EVENT_CALLS,  /* number: the thread of the client; value: a text */
    EVENT_RETURNS
} EventKind;
typedef struct Event {
    EventKind kind;
    const char *name, *value; /* `Main.x` and `3`; TEXT: value only; READS and the rest: the name of
                                 the memory, lock, thread or channel.  In the machine's arena */
    uint64_t place;           /* of READS and the rest: object << 32 | offset, 0 for threads; of
                                 WRITE: all of this place are there, one was meant; 0: this one */
    uint64_t number;          /* of PASSES: the result of the call */
    bool text;                /* of WRITE: an element of an array of characters */
} Event;

/* What memory did, or what put threads in order. */
typedef enum MemoryDeed {
    ACCESS_READ,
    ACCESS_WRITE,
    ACCESS_UPDATE, /* read and written at once */
    ACCESS_FENCE,
    ACCESS_ACQUIRE, /* of a lock, or of something of the library: it comes after each earlier ... */
    ACCESS_RELEASE, /* ... RELEASE of the same address */
    ACCESS_FORK,
    ACCESS_END,
    ACCESS_JOIN,
    ACCESS_ALLOC,
    ACCESS_FREE,
    ACCESS_LANDS /* tso: the oldest store that waits in the queue of thread number `read` */
} MemoryDeed;

typedef struct MemoryAccess {
    MemoryDeed deed;
    MemoryOrder order; /* PLAIN of plain accesses, and of what has none */
    uint32_t pc;
    uint32_t shown;   /* the same, as it is shown to the user */
    uint64_t pointer; /* of the cell, the lock, the object; FORK, JOIN, END: the thread's number */
    uint32_t bytes;
    uint64_t read, written; /* the values, but see `many` */
    /* So many messages of the cell stand later in modification order than the one that was read
     * (READ; UPDATE: before the new one is put right behind it) or written (WRITE).  It counts from
     * the end, because the machine forgets messages at the front. */
    uint32_t behind;
    bool many;  /* plain, to bytes at once: no values are told */
    bool waits; /* tso, a WRITE: it is in the queue of its thread from now on */
} MemoryAccess;

/* Where machine_split was called, in which action of the run, after how many choices. */
typedef struct Split {
    uint32_t pc;     /* 0: nowhere */
    uint32_t shown;  /* the same, as it is shown to the user */
    uint32_t region; /* that is touched */
    uint32_t action, choices;
} Split;

typedef struct Outcome {
    OutcomeKind kind;
    GlobalId g;
    LocalId l;
    StackId s;
    HeldId held; /* of machine_step_token */
    ErrorKind error;
    const char *message; /* a sentence, with values; in the machine's arena */
    uint32_t pc;         /* where the action stopped or went wrong */
    VEC(uint32_t) choices;
    VEC(uint32_t) ends; /* of a run through several actions: choices made when each of them ended */
    VEC(Forked) forked;
    VEC(TaskId) posted;         /* with options.record, tasks or loose */
    TaskId taken;               /* idem: from a bag */
    VEC(Touch) touched;         /* with options.record */
    VEC(Event) events;          /* with options.record */
    VEC(MemoryAccess) accesses; /* idem: in the order in which they happened */
    uint32_t alternatives;      /* of a CHOICE; UINT32_MAX: an input, to be given */
    uint32_t commit;            /* where machine_commit was called; 0: nowhere */
    Split split;
    bool renames;    /* objects may have to be renamed, see state_canonicalise */
    uint32_t awaits; /* of a BLOCKED: for the end of this thread; a number plus one; 0: of none */
    bool shows;      /* others can see that it was there: see machine_show */
    bool dropped;    /* of a CUT: by machine_drop, or the memory model refuses it; and not since an
                        assumption failed */
    bool open;       /* see machine_leave_open */
    uint64_t note;   /* what the watcher says of it, see Watcher */
} Outcome;

/* Whether there is a state after it: STEP, CHOICE or ENDED. */
static inline bool outcome_has_successor(const Outcome *o)
{
    return o->kind == OUTCOME_STEP || o->kind == OUTCOME_CHOICE || o->kind == OUTCOME_ENDED;
}

/* Whether all its choices were the first ones: in a history it read the last messages, and wrote
 * behind all others. */
static inline bool outcome_is_first(const Outcome *o)
{
    bool first = true;
    vec_each (const uint32_t, choice, &o->choices)
        first &= !*choice;
    return first;
}

/* Whether it was split, by an action that has happened. */
static inline bool outcome_is_split(const Outcome *o)
{
    return o->split.pc && (o->split.action < o->ends.len || outcome_has_successor(o));
}

/* Outcomes are reused from call to call, so that a step allocates nothing. */
typedef struct Outcomes {
    VEC(Outcome) all; /* only the first `len` count */
    size_t len;
} Outcomes;
void outcomes_free(Outcomes *out);
/* follow.c: adds what comes of outcome number `k`, a step, and then of `next`, of the same thread in the state after it,
 * as if that was one run. */
void outcomes_follow(Outcomes *out, size_t k, const Outcome *next);
/* Takes number `k` out; the last one gets its place. */
void outcomes_remove(Outcomes *out, size_t k);

/* From now on every step makes these choices first, which must outlive it; of those behind them all are tried.
 * With options.inputs a wide `choose` makes two: the lower 32 bits of what is chosen, counted from the first, and
 * the upper ones.  NULL: none is given. */
void machine_give(Machine *m, const uint32_t *choices, size_t len);
/* Is a `choose` from so many wide?  0 stands for 2^64. */
bool machine_is_wide(uint64_t count);

/* All that thread t can do from (g, l, s) in one action. */
void machine_step(Machine *m, Tid t, GlobalId g, LocalId l, StackId s, Outcomes *out);

/* With options.anonymous: the same for a thread that has no name.  The global store does not know
 * how many threads there are; who holds a lock is told by the threads instead.  Where a program
 * asks for names (join, the number of a thread) it is a limit. */
void machine_step_token(Machine *m, GlobalId g, LocalId l, StackId s, HeldId held, Outcomes *out);
/* Memory that was taken for one thread's own turned out not to be, since this was asked last: that
 * was a limit, and all steps so far must be taken again. */
bool machine_shares_more(Machine *m);

/* What an action must wait for, besides the data that it has touched. */
typedef struct Await {
    uint32_t object, region; /* a lock in it; 0: none */
    uint32_t thread;         /* its end; a number plus one; 0: none */
} Await;

/* What a memory model that finds data races by happens-before tells apart. */
typedef enum AccessKind {
    PLAIN_READ,
    PLAIN_WRITE,
    ATOMIC_READ,
    ATOMIC_WRITE,
    ACCESS_KINDS
} AccessKind;
static inline bool access_conflicts(AccessKind a, AccessKind b)
{
    bool writes = a == PLAIN_WRITE || a == ATOMIC_WRITE || b == PLAIN_WRITE || b == ATOMIC_WRITE;
    bool plain = a == PLAIN_READ || a == PLAIN_WRITE || b == PLAIN_READ || b == PLAIN_WRITE;
    return writes && plain;
}

/* Lets a thread run on through several actions.  The callbacks may look at the stores with the
 * functions below. */
typedef struct Watcher {
    void *self;
    /* A run begins (again), perhaps in the midst of an action. */
    void (*begin)(void *self, bool at_choice);
    /* Something is about to happen; false: the action is given up, and the run ends before it. */
    bool (*touch)(void *self, const Touch *touch);
    /* An action has ended; true: the run stops here. */
    bool (*point)(void *self, uint32_t pc);
    /* An action that is not the first one waits, fails or is cut; false: it is given up. */
    bool (*stuck)(void *self, uint32_t pc);
    /* An action that is not the first one waits; true: so does the thread, from where it stands. */
    bool (*waits)(void *self);
    /* An action, the first one or another, cannot go on; may be left out. */
    void (*await)(void *self, const Await *await);
    /* An action that is not the first one must be; it is given up. */
    void (*first)(void *self, uint32_t pc);
    /* The run is in a circle; true: it stops at the next point; false: it is dropped. */
    bool (*circle)(void *self);
    /* May be left out: will the touch move both ways, whatever others do?  A copy then goes on. */
    bool (*still)(void *self, const Touch *touch);
    /* For models that find data races; may be left out.  Memory, a region or behind all regions a global, is accessed in
     * this way: must that be remembered?  And: whether earlier accesses that conflict with this one are known is
     * looked up; what was remembered is all that is found. */
    bool (*remember)(void *self, uint32_t memory, AccessKind kind);
    void (*look_back)(void *self, uint32_t memory, AccessKind kind);
    /* An object of this layout is made; may be left out. */
    void (*make)(void *self, uint32_t layout);
    /* Addresses in these two objects are compared: whether one has ended matters; may be left out. */
    void (*compare)(void *self, uint32_t a, uint32_t b);
    /* All below may be left out: for runs through parts of transactions.  A run can begin and stop
     * in the midst of an action: at a choice, at the entry of a procedure, before a return. */
    /* A procedure was called, perhaps in an atomic region, but not to evaluate a condition; true:
     * the run stops at its entry. */
    bool (*call)(void *self, uint32_t entry, bool atomic);
    /* An outcome is complete; what it returns becomes Outcome.note. */
    uint64_t (*note)(void *self, bool at_point);
    bool bounded;     /* the stack has frames below that are not known: stop before leaving it */
    bool inside;      /* the first action of the run is not the first of its transaction */
    bool mid;         /* the run begins in the midst of an action ... */
    uint32_t resumes; /* ... that began here, */
    int frames;       /* so many frames below the one on top; -1: in one that is gone */
} Watcher;
void machine_run(Machine *m, Tid t, GlobalId g, LocalId l, StackId s, const Watcher *watcher,
                 Outcomes *out);

/* Options.touches, from now on. */
bool machine_keep_touches(Machine *m, bool keep);

/* The running thread, and a cell of the store as it is now; false: there is none. */
Tid machine_running(const Machine *m);
/* Do the predicates forbid every other thread, there now or to come, to touch this in a way that
 * conflicts?  `steady` is asked about each thing that the answer depends on: false for data means
 * no; for a lock, that it may or may not be held. */
typedef bool Steady(void *self, const Touch *look);
bool machine_is_exclusive(Machine *m, const Touch *touch, Steady *steady, void *self);
/* With options.claims: how far the running thread is in the outermost procedure that is annotated
 * as atomic; with the end of the action COMMITS becomes COMMITTED. */
typedef enum Claim { CLAIM_NONE, CLAIM_OPEN, CLAIM_COMMITS, CLAIM_COMMITTED } Claim;
Claim machine_claim(const Machine *m);
void machine_commit(Machine *m); /* OPEN becomes COMMITS */
/* COMMITTED becomes OPEN: this action begins another transaction. */
void machine_split(Machine *m, uint32_t region);
bool machine_passes_rounds(
    const Machine *m); /* MachineOptions.rounds, and there is nothing against it */
bool machine_numbers_threads(const Machine *m); /* the order of creation can be seen */
/* Does the memory, if it is not sequentially consistent, say how accesses move?  If not, a
 * transaction is one action. */
bool machine_has_movers(const Machine *m);
/* With track_owners: every other thread has ended, and someone has waited for that. */
bool machine_is_alone(Machine *m);
/* Frames above the one in which the running action began; -1: that one is gone. */
/* Right behind a step from `before`, whose only outcome is `now`: nobody comes back to a state before that,
 * so that the contents of large objects that it has changed are forgotten. */
void machine_go_on(Machine *m, GlobalId before, GlobalId now);
int machine_action_frames(const Machine *m);
uint32_t machine_actions_done(const Machine *m); /* in this run, before the one at hand */
bool machine_has_chosen(const Machine *m);       /* in this run */
uint64_t machine_combinations(const Machine *m); /* of the choices that it has made so far */
bool machine_peek(Machine *m, uint32_t object, int32_t offset, Type type, uint64_t *value);
uint32_t machine_layout(Machine *m, uint32_t object); /* 0: there is no such object */
uint32_t machine_size(Machine *m, uint32_t object);   /* in bytes */
uint32_t machine_objects(const Machine *m);           /* their numbers are below this */
/* With track_owners: the only thread that can reach the object, as a tid plus one; 0: others can.
 */
uint32_t machine_owner(Machine *m, uint32_t object);

/* hold.c: cells that threads hold, as the watcher says; a part of the state.  A cell is told by its
 * address. */
uint32_t machine_holder(Machine *m, uint64_t cell); /* as a tid plus one; 0: nobody */
void machine_hold(Machine *m, uint64_t cell);       /* the running thread does from now on */
void machine_unhold(Machine *m, uint64_t cell, uint32_t bytes); /* nobody does, of these bytes */
/* The cells that the running thread holds, in the order of their addresses. */
const uint64_t *machine_held(Machine *m, uint32_t *len);
GlobalId machine_forget_held(Machine *m, GlobalId g); /* the store in which nobody holds anything */
/* Where the running thread, in the midst of a run, is: at the point `pc`. */
typedef struct Here {
    GlobalId g;
    LocalId l;
    StackId s;
} Here;
Here machine_here(Machine *m, uint32_t pc);
/* The store in which so many bytes of a cell have this value; not in the midst of a run. */
GlobalId machine_poke(Machine *m, GlobalId g, uint64_t cell, uint32_t bytes, uint64_t value);
/* A run that is only a question: it leaves no doubt. */
void machine_ask(Machine *m, Tid t, const Here *from, const Watcher *watcher, Outcomes *out);
/* event.c: what the program's Linear knows of the calls in this store. */
uint32_t machine_monitor(Machine *m, GlobalId g);
GlobalId machine_set_monitor(Machine *m, GlobalId g, uint32_t monitor);
/* Nobody can run: may all calls that are open in this store wait? */
bool machine_may_wait(Machine *m, GlobalId g);
void machine_drop(Machine *m); /* for Watcher.touch: there is no such run */
/* Will the touch, which is about to happen, change what another thread can see?  Locks that are taken
 * and given back do not count, nor does memory that nobody else can reach. */
bool machine_will_change(Machine *m, const Touch *touch);
void machine_show(Machine *m);        /* for Watcher.touch: Outcome.shows, as of what is printed */
bool machine_shows(const Machine *m); /* the run so far does */
void machine_leave_open(
    Machine *m); /* for Watcher.point, which stops the run: Outcome.open, it could have gone on */
bool machine_is_sc(const Machine *m); /* memory is sequentially consistent */

/* A task as a thread at its first instruction: it runs at once, up to its end. */
LocalId machine_task_entry(Machine *m, TaskId task);
uint32_t machine_task_proc(const Machine *m, TaskId task); /* as people call it */
uint32_t machine_task_bag(const Machine *m, TaskId task);  /* tasks of one procedure: one number */
/* The objects that its arguments point to; returns how many of them. */
size_t machine_task_objects(const Machine *m, TaskId task, uint32_t *objects, size_t most);
/* `Server.handle(3)`; in the machine's arena. */
const char *machine_task_name(Machine *m, TaskId task);

/* In a run of a whole state (state.h): do all ways of other threads to the object `inner` lead
 * through the object `outer`?  Not known: no. */
bool machine_encloses(Machine *m, uint32_t outer, uint32_t inner);

/* The initial global store and threads, after the program's init procedure: one outcome, STEP or
 * WRONG; `forked` has the initial threads. */
void machine_initial(Machine *m, Outcomes *out);

/* Names for people and traces.  In the machine's arena. */
const char *machine_thread_name(Machine *m, Tid t);  /* `0`, `0.2`: parent and which child */
const char *machine_thread_entry(Machine *m, Tid t); /* the procedure it runs */
uint32_t machine_thread_proc(const Machine *m, Tid t);
uint32_t machine_local_pc(Machine *m, LocalId l);
/* Where it is in the user's own code: in the innermost frame that is not of a library. */
uint32_t machine_shown_pc(Machine *m, uint32_t pc, StackId s);
uint32_t machine_user_pc(Machine *m, uint32_t pc); /* the same for the running thread */
/* The outermost procedure on the stack that is annotated as atomic; NULL: there is none. */
const char *machine_claimed_proc(Machine *m, LocalId l, StackId s);
bool machine_is_throwing(Machine *m,
                         LocalId l);           /* it stopped before a throw, see Watcher.bounded */
bool machine_at_choice(Machine *m, LocalId l); /* it stopped in the midst of an action, to choose */

/* Why the runs so far do not stand for all that the program may do; NULL: they do. */
const Reason *machine_doubt(const Machine *m);
/* This text, about that place of its program. */
Reason machine_reason(const Machine *m, const char *text, uint32_t pc);

/* With footprints: the objects that the last run looked at, whatever it found there; 0 is the
 * record of the threads. */
const uint32_t *machine_looked(const Machine *m, size_t *len);

void machine_stats(const Machine *m, Stats *stats);
/* How much it has done so far: steps. */
uint64_t machine_work(const Machine *m);

#endif
