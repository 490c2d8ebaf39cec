/* movers.h -- access predicates, movers, and transactions.
 *
 * Qadeer, Rajamani, Rehof, "Summarizing procedures in concurrent programs", POPL 2004, sections 2
 * to 4. For each region of memory heddle assumes a discipline: who may touch it.  An access that
 * keeps to it commutes with what other threads do; movers make transactions; inside a transaction
 * no other thread needs to run.  The assumption is tested on every access.  One that breaks it
 * weakens the discipline, and the search must start over (Stoller and Cohen, TACAS 2003). */
#ifndef MOVERS_MOVERS_H
#define MOVERS_MOVERS_H

#include "base/check.h"
#include "base/intern.h"
#include "machine/state.h"

/* What a lock is called, seen from the object that it guards. */
typedef enum GuardKind {
    GUARD_GLOBAL,  /* at `offset` of the global `object` */
    GUARD_POINTEE, /* at `inner` of the object that the global `object` points to (at `offset`) */
    GUARD_ELEMENT, /* the element with the same index of the array that the global points to */
    GUARD_SELF,    /* at `offset` of the object itself, of the same element if there are several */
    GUARD_INDEX,   /* at `offset` of the element with the same index of the raw global `object` */
    GUARD_ONLY,    /* at `offset` of the only object of `layout` */
    GUARD_ROW /* of `rows` in the object itself, from `offset` on; their data from `inner` on: row.c */
} GuardKind;

/* Several locks in an object at equal distances, and data at equal distances for each of them in turn. */
typedef struct GuardRows {
    uint32_t count;
    int32_t pitch, step; /* the distances */
} GuardRows;

typedef struct Guard {
    GuardKind kind;
    uint32_t object;
    int32_t offset, inner;
    bool rw;         /* a reader-writer lock */
    uint32_t layout; /* POINTEE, ONLY: of the object that has the lock */
    bool own;        /* a lock that the program writes itself, see own.c */
    GuardRows rows;  /* ROW */
} Guard;

/* From strong to weak. */
typedef enum RuleKind {
    RULE_READ_ONLY, /* not written since there was a second thread */
    RULE_GUARDED,   /* only touched by the thread that holds the guard */
    RULE_NONE
} RuleKind;

typedef struct Rule {
    RuleKind kind;
    VEC(Guard) guards; /* GUARDED: each access so far held all of them; the first one counts */
    bool is_lock;
    bool looked;      /* a lock: someone looks who holds it */
    bool exclusive;   /* its predicate can make movers, see exclusive.c */
    bool touched;     /* by anyone, while there was a second thread that could */
    bool changed;     /* idem, written; also by the only one who touches that word */
    bool steers;      /* a pointer in it leads to a guard: it must not be changed */
    uint64_t doubted; /* told: a bit a guard: some access was made without it; of READ_ONLY bit 0:
                       * some write was */
    bool shares;      /* somebody touches it atomically (seq_cst) without a discipline */
    bool may_race;    /* somebody touches it without a discipline, and not so */
    Touch broken;     /* the access that made it as weak as it is; pc 0: none */
    Tid breaker;
    Touch
        rival; /* the first access of another thread since that conflicts with it, a write if there
                     is one; pc 0: none */
    Tid rival_tid;
    RuleKind was; /* when movers_check last looked */
    uint32_t guards_were;
} Rule;

/* The locks in all objects of one layout, at one offset. */
typedef struct LockCell {
    uint32_t layout;
    int32_t offset;
    bool rw;
    bool tried;       /* someone looks whether it is free, without waiting */
    bool overwritten; /* by a plain store, copy or free: who has it then cannot be told any more */
} LockCell;

/* Locks that the program writes itself, in all objects of one layout, at one offset; see own.c. */
typedef struct OwnLock {
    uint32_t layout;
    int32_t offset;
    uint32_t bytes;
    uint32_t region;
    uint64_t free;       /* the value of a lock that nobody has */
    VEC(uint64_t) taken; /* its other values */
    bool tried;  /* others than those who wait for it look at it or change it: it moves nowhere */
    bool lost;   /* it is no lock */
    bool is_new; /* found in this search: the next one will know it */
    bool guards; /* in this search, perhaps */
    /* Numbers are drawn from it, see ticket.c. */
    bool odd;      /* no: somebody does not just add one */
    bool counts;   /* perhaps: which cell says who is served is not known */
    bool found;    /* in this search it was */
    bool ticket;   /* yes */
    bool blocks;   /* who waits for his number may do so in the machine */
    uint64_t cell; /* if who is served stands in another object, both are of globals: this one */
    uint32_t served_object; /* and that one; 0: it is the same object */
    int32_t served;         /* at this offset, in the same element */
    uint32_t served_layout, served_region;
} OwnLock;

/* Who looks at such a lock: is that waiting?  Asked when the transaction is over. */
typedef struct OwnLook {
    uint32_t lock;
    uint64_t cell;
    Here from;       /* where the action began */
    uint64_t served; /* of a ticket lock: the number that is, now */
} OwnLook;

typedef struct OwnLocks {
    bool on; /* memory is sequentially consistent */
    VEC(OwnLock) all;
    VEC(bool) looks;  /* by program counter: an action that begins here looks at one */
    Here first;       /* where the transaction began; */
    Here here;        /* where the running action began, if that is ... */
    bool is_here;     /* ... known */
    bool finds;       /* this search has found one */
    bool drops;       /* the running action waits: there is no such run */
    bool looked;      /* the last touch was a look at one that the thread does not hold */
    uint64_t action;  /* the number of an action, */
    uint64_t read[4]; /* the cells that it has read so far, */
    uint32_t reads;   /* so many */
    VEC(OwnLook) asked;
    Pairs waits;         /* where threads wait, and do nothing else: local stores and stacks, */
    VEC(uint32_t) known; /* by these: of so many values */
    Pairs numbers;       /* of ticket locks: the same, with who is served, */
    VEC(uint32_t) known_numbers; /* by these: of so many numbers */
    uint32_t threads;            /* in this state */
    /* the question that is being answered */
    Outcomes out;
    VEC(Here) met; /* where the thread can come to without taking the lock */
    VEC(Here) way; /* from where it is served */
    OwnLook look;
    bool goes_wrong; /* it does something else than waiting */
    bool changes;    /* it changes a lock that is taken */
    bool takes;      /* it takes the lock */
    bool reads_more; /* and reads other memory, too */
    bool odd;        /* it does something else than adding one */
    bool walks;      /* it has drawn its number before */
    uint64_t cell;   /* that it looks at, having drawn a number; 0: none */
    uint32_t region; /* of that */
} OwnLocks;

/* The objects of one layout, see GUARD_ONLY. */
typedef struct Kin {
    bool made;   /* one was made while there was a second thread */
    bool guards; /* the lock in the only one of them guards something */
} Kin;

/* A half of a data race: what a thread is about to touch, behind so many both movers. */
typedef struct RaceHalf {
    Touch touch;
    uint32_t actions;
} RaceHalf;
typedef VEC(RaceHalf) RaceHalves;

/* What may race where a thread stands: regions, a bit for all with the same number modulo 64. */
typedef struct RaceMark {
    uint64_t any, writes;
    uint64_t loose; /* touched not atomically, or with an order below seq_cst */
} RaceMark;

/* What a transaction does that other threads may notice, see persistent.c. */
typedef struct Deed {
    uint32_t object, region;
    bool notices; /* what others write there */
    bool noticed; /* ... by those who read there */
} Deed;
typedef struct Deeds {
    VEC(Deed) touched;
    VEC(uint32_t) awaited; /* threads, for their end */
    bool forks, joins, ends;
    bool many; /* there are more than that */
    bool cut;  /* a run was dropped, or stops in the midst of an action */
} Deeds;

/* A transaction that is to end before its first action that is not a both mover. */
typedef enum Prelude {
    PRELUDE_NONE,
    PRELUDE_ASKED,
    PRELUDE_ENDED /* it did, and there was something before */
} Prelude;

/* What is known of the accesses of a statement, by all runs of it. */
enum { MOVED_SEEN = 1, MOVED_NOT_RIGHT = 2, MOVED_NOT_LEFT = 4 };

/* What is asked of one transaction. */
typedef struct TransactionAsk {
    bool one_action;    /* it is one action, and is not counted */
    Prelude prelude;    /* PRELUDE_ASKED: it ends with its prelude */
    RaceHalves *halves; /* not NULL: nothing else is asked for, and it is not counted */
    Deeds *deeds;       /* not NULL: to be filled in */
} TransactionAsk;

/* A transaction of several runs, see again.c. */
typedef struct OpenPlace {
    Here here;
    bool stays; /* the transaction ends here, */
    bool ends;  /* ... or can end somewhere, if it goes on */
} OpenPlace;
typedef struct OpenWay {
    uint32_t from, to; /* places, plus one; 0: where it began; where it ends */
} OpenWay;
typedef struct OpenCount {
    uint32_t tries, ends;
} OpenCount;
typedef struct MoreRuns {
    State state;  /* in the midst of it */
    Outcomes out; /* of one more run */
    VEC(OpenPlace) places;
    VEC(OpenWay) ways; /* of the outcomes */
    VEC(OpenCount)
    counts; /* by program counter: how often a transaction could end that went on there */
} MoreRuns;

/* Mutexes that are taken in an order, see order.c. */
typedef struct LockPair {
    uint64_t before, after;
} LockPair;
typedef struct LockOrder {
    bool on;             /* the search is orderly */
    VEC(bool) mutex;     /* by program counter: an action that begins here waits for a mutex only */
    VEC(uint64_t) held;  /* that the running transaction has taken */
    VEC(LockPair) pairs; /* by transactions from this state */
} LockOrder;

typedef struct Movers {
    Machine *m;
    const Program *program;
    VEC(Rule) rules;     /* by region */
    VEC(bool) may_wait;  /* by program counter: an action that begins here may have to wait */
    VEC(bool) yields;    /* by program counter: an action here was no left mover after a commit */
    VEC(LockCell) locks; /* that were ever acquired */
    bool overwritten;    /* some of them were */
    VEC(Kin) kin;        /* by layout */
    Pairs words;         /* of globals: object and which word, see private.c */
    VEC(uint32_t) word_owner; /* the only thread that touches it, plus one */
    VEC(bool) word_counts;    /* that nobody else touches it has made a mover of an access */
    VEC(uint32_t) met_words;  /* that were touched, if it stands for others; to be cleared by it */
    VEC(bool) firsts;         /* by program counter: an action here must begin a transaction */
    VEC(uint8_t) moved;       /* told: by program counter of the user's code, see MOVED_SEEN */
    VEC(uint8_t)
    heeded; /* by region, and by global behind them: a bit for each kind of access that is looked
                                 for (AccessKind), then one for each that was not remembered */
    VEC(RaceMark) racing; /* by program counter: of transactions that begin here */
    bool asks_races;      /* not only for pairs with an order below seq_cst */
    bool races_first;     /* such an action begins a transaction (for data races) */
    bool waits_first;     /* an action that may wait begins a transaction (for deadlocks) */
    bool hangs;           /* outcomes tell what others see, and nobody hangs inside of one */
    bool plain;           /* a transaction is one action */
    bool whole; /* a transaction that has only looked goes on where it began, see again.c */
    MoreRuns again;
    bool single;            /* idem: the memory model does not say what moves */
    bool tells;             /* what is found will be written as annotations: see doubt */
    bool claims;            /* procedures that are annotated as atomic are to be so */
    bool in_parts;          /* transactions are run in parts of states: enclosed.c sees nothing */
    bool stands_for_others; /* the running thread does: now for `real` */
    Tid real;
    bool broken;         /* some discipline was weakened since movers_start */
    uint64_t marks;      /* how often `racing` became larger */
    uint32_t most_forks; /* in a transaction; then it ends at the next point.  0: any number */
    uint64_t transactions, actions;
    OwnLocks own;
    LockOrder order;
    /* the running transaction */
    bool alone;                      /* every other thread has ended, and was waited for */
    bool joins;                      /* the action has joined a thread */
    uint32_t forks;                  /* threads that it has created, in all its runs */
    bool acquired;                   /* it has taken a lock */
    bool both;                       /* all its actions so far are both movers, without a choice */
    bool committed;                  /* its phase */
    bool right, left;                /* the action so far is a right mover, a left mover */
    uint32_t begin;                  /* where the action began; 0: with the transaction, */
    uint32_t start;                  /* which began here */
    uint32_t points, prelude_points; /* that were passed; when the prelude ended */
    TransactionAsk ask;              /* what is asked of it */
    bool special; /* it may end where others do not: its points are looked at closely */
} Movers;

void movers_begin(Movers *v, Machine *m, const Program *program, uint32_t properties);
void movers_end(Movers *v);
void movers_start(Movers *v); /* a search begins (over again) */
/* own.c: local stores and stacks get other numbers. */
void movers_forget_places(Movers *v);
/* check.c: a walker, see base/check.h: the rules are no stronger than the last time, and what the
 * tables say of each other is true. */
void movers_check(Movers *v);

/* knowledge.c: everything that transactions so far have found out, and that later ones depend on, as a
 * hash.  (Where threads wait for their own locks is found out again by whoever does not know it.) */
uint64_t movers_knowledge(const Movers *v);
/* Is that all that they find out from here on?  Several processes may share the states of a search then. */
bool movers_can_share(const Movers *v);

/* All that thread number `index` of the state can do in one transaction: it runs on to the next
 * scheduling point.  The outcomes tell in `ends` where each action ended. */
void transaction_run(Movers *v, const State *state, size_t index, Outcomes *out);
/* The same, with a question of its own; true: the prelude ended. */
bool transaction_ask(Movers *v, const State *state, size_t index, TransactionAsk ask,
                     Outcomes *out);

/* order.c: this search is to be orderly; all threads of another state are run from here on; the running
 * transaction takes a lock; the search is orderly no more. */
void order_begin(Movers *v);
void order_end(Movers *v);
void order_open(Movers *v);
void order_take(Movers *v, const Touch *touch);
void order_lose(Movers *v, const char *why);

/* race.c: which threads of a state are about to race. */
typedef struct RacePair {
    size_t thread[2]; /* by their place in the state */
    RaceHalf half[2];
} RacePair;
typedef void RaceFound(void *self, const RacePair *pair);

typedef struct Racer {
    size_t index; /* of the thread in the state */
    RaceMark mark;
} Racer;

typedef struct Races {
    Machine *m;
    Movers *v;   /* NULL: every thread may race, and only its next action counts */
    bool behind; /* also what is behind both movers */
    uint32_t properties;
    VEC(Racer) racers;
    VEC(RaceHalves) halves; /* by thread */
    Outcomes out;
} Races;
/* Tells the first pair of each two threads of a state from which all transactions have been run. */
void races_find(Races *r, const State *state, RaceFound *found, void *self);
void races_free(Races *r);
/* A transaction that begins at the pc has touched this without a discipline. */
void race_mark(Movers *v, uint32_t pc, const Touch *touch);

/* What makes a run a transaction. */
Watcher movers_watcher(Movers *v);

/* again.c: those outcomes of the transaction that are open go on, in place of them. */
void again_go_on(Movers *v, const State *state, size_t index, const Watcher *watcher,
                 Outcomes *out);
void again_free(Movers *v);

/* describe.c: the discipline of a region, for people; in the arena. */
const char *rule_name(const Movers *v, uint32_t region); /* guarded, read-only, private, none */
/* As an annotation that can be written behind the declaration; "" if there is none to write. */
const char *rule_annotation(const Movers *v, uint32_t region, Arena *arena);
/* Why it is not stronger, a sentence; "" if there is nothing to say. */
const char *rule_reason(const Movers *v, uint32_t region, Arena *arena);

/* right, left, both or none: of what the instruction does, in the user's own code or in the library that it calls; NULL: it
 * touches nothing, or was not looked at. */
const char *movers_name(const Movers *v, uint32_t pc);

/* Why the instruction is no left mover, what it does and why that does not move: `writes x here,
 * ...` It is one. */
const char *split_reason(const Movers *v, uint32_t pc, uint32_t region, Arena *arena);

/* transaction.c: does the access keep to the discipline of its region? */
bool rule_is_kept(Movers *v, const Touch *touch);

/* exclusive.c: does the running thread have exclusive access, and will keep it? */
void exclusive_prepare(Movers *v);
bool exclusive_moves(Movers *v, const Touch *touch);
/* A predicate has read this. */
void exclusive_note_read(Movers *v, const Touch *touch);

/* private.c: is this memory that no other thread touches? */
bool private_moves(Movers *v, const Touch *touch);
/* Is it, before it is touched?  A word that nobody has touched becomes the thread's own. */
bool private_is(Movers *v, const Touch *touch);
/* A search begins anew: who has words of its own keeps its name (machine/symmetry.h). */
void private_fix(Movers *v);
/* The thread does what another one did, and that touched this word. */
void private_reuse(Movers *v, Tid t, uint32_t word);

/* persistent.c: the running thread is about to do this, or to wait for that. */
void deeds_clear(Deeds *d);
void deeds_add(Movers *v, Deeds *d, const Touch *touch);
void deeds_add_wait(Deeds *d, const Await *await);
void deeds_add_compared(Movers *v, Deeds *d, uint32_t a, uint32_t b); /* addresses in these */

/* enclosed.c: can others reach it only through an object whose lock the thread holds? */
bool enclosed_moves(Movers *v, const Touch *touch);
/* Can there be such objects in the program at all? */
bool enclosed_may_be(const Program *program);

/* own.c: locks that the program writes itself. */
/* A touch of data without a discipline; false: there is no such lock. */
bool own_moves(Movers *v, const Touch *touch, bool *right, bool *left);
void own_write_alone(Movers *v, const Touch *touch); /* nobody else is there */
void own_begin_action(Movers *v, uint32_t pc);       /* of a transaction that goes on */
void own_ask(Movers *v, Tid t); /* do those who looked at locks in the last transaction wait? */
bool own_is_held(Movers *v, uint64_t cell);
bool own_is_lock(const Movers *v, uint32_t region); /* and guards something */
void own_start(Movers *v);
void own_end(Movers *v);
/* Nobody can run, but some runs were dropped: is that a deadlock? */
/* Ticket locks are given up. */
void own_forsake(Movers *v);
void own_stuck(Movers *v);

/* guard.c: does the running thread hold the guard of this object and offset?  For writing? */
LockCell *guard_lock_cell(Movers *v, uint32_t object, int32_t offset); /* NULL: no lock is there */
/* Locks lie in what is written over. */
void guard_overwrite(Movers *v, const Touch *touch);
bool guard_is_held(Movers *v, const Guard *guard, const Touch *touch);
/* Appends all the locks that the running thread holds, as seen from the touched object. */
typedef VEC(Guard) Guards;
void guard_find_held(Movers *v, const Touch *touch, Guards *held);
bool guard_equal(const Guard *a, const Guard *b);
/* Where the element begins that an offset falls into. */
int32_t guard_element_begin(Movers *v, uint32_t object, int32_t offset);
/* row.c: appends the names that the lock at this offset of the touched object, which the thread holds,
 * has as that of a row; where the lock of a ROW guard is in the touched object, false: nowhere. */
void row_find(Movers *v, const Touch *touch, int32_t lock, bool rw, bool own, Guards *held);
bool row_cell(Movers *v, const Guard *guard, const Touch *touch, int32_t *offset);
/* Does the running thread hold the lock that is looked at, so that the answer stays the same? */
bool guard_is_mine(Movers *v, const Touch *touch);

#endif
