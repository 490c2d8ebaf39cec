/* internal.h -- what the files of this folder share. */
#ifndef ENGINE_HUNT_INTERNAL_H
#define ENGINE_HUNT_INTERNAL_H

#include "base/check.h"
#include "machine/schedule.h"
#include "machine/states.h"
#include "movers/movers.h"
#include "result/job.h"

/* Threads that have not ended, and all: with more a run without end only becomes slower. */
enum { MOST_LIVE = 200, MOST_THREADS = 1000 };

typedef VEC(uint32_t) Words;

/* An action of a run: who takes it, and the alternatives that it takes. */
typedef struct Action {
    Tid tid;
    uint32_t choices, count; /* from there on in Route.choices */
} Action;

typedef struct Route {
    VEC(Action) actions;
    Words choices;
} Route;

/* What went wrong in the state that was reached last. */
typedef struct Found {
    bool is;
    ErrorKind error;
    Pos where;           /* line 0: nowhere in particular */
    Tid tid;             /* who does it; not in a deadlock, nor in a race of two who are about to */
    bool acts;           /* the last step is one of `tid` */
    Words choices, ends; /* of that step, see Outcome */
    struct {
        size_t index;     /* of a race: the two threads, by their place in the state, */
        uint32_t actions; /* and what they do before */
    } race[2];
} Found;

/* A state and who ran last: a node of the search by preemptions. */
typedef struct Node {
    uint32_t state, parent;
    Tid tid;
    uint32_t words;   /* from there on in Preempts.words: the choices of its actions, */
    uint32_t actions; /* so many */
} Node;

typedef struct Preempts {
    bool begun, ended; /* ended: no run has more preemptions than these */
    States states;
    VEC(Node) nodes;
    Words words;
    Pairs seen;         /* state and thread: looked at */
    Words now, next;    /* nodes to be looked at: with so many preemptions, with one more */
    uint32_t completed; /* all runs with fewer preemptions than this are known */
} Preempts;

typedef struct Hunt {
    Job *job;
    Machine *m;
    bool reduces;
    bool finds_races; /* the memory model tells data races itself */
    bool paired;      /* accesses meet that another memory orders otherwise */
    Movers movers;    /* if it reduces */
    Races races;
    Outcomes out;
    State first; /* the initial one */
    State state; /* of the run at hand */
    Route path;  /* that led there */
    Found found;
    Reason limit;             /* of the machine that was reached */
    uint64_t spent;           /* work of the machine that the budget knows of */
    uint64_t random;          /* state of the generator */
    uint64_t runs;            /* random ones that came to an end, or were cut: */
    uint64_t cut;             /* so many of them, */
    uint64_t followed;        /* each for so many steps of the machine at least */
    uint64_t longest;         /* run so far, in transactions */
    uint64_t most;            /* work in a run; idem transactions in a row, depth-first */
    Words tried;              /* threads that cannot run in the state at hand */
    VEC(uint64_t) priorities; /* by thread; 0: not given yet */
    Preempts preempts;
    bool visited_all; /* nothing is left to see for random runs that keep their states */
} Hunt;

/* ---- hunt.c ---- */

/* All that the thread can do next, by transactions or by actions, into h->out.  An error is in h->found. */
void hunt_step(Hunt *h, const State *state, size_t index);
/* Are two threads of the state about to race?  Idem. */
void hunt_races(Hunt *h, const State *state);
/* Nobody can run in this state, and somebody waits. */
void hunt_deadlock(Hunt *h);
/* From now on with the discipline as it is. */
void hunt_restart(Hunt *h);
/* True: the budget is exhausted. */
bool hunt_is_over(Hunt *h);
/* There are so many threads that the run is not worth going on with. */
bool hunt_is_crowded(const State *state);
/* Steps of the machine so far. */
uint64_t hunt_work(const Hunt *h);
/* A number below n. */
uint64_t hunt_random(Hunt *h, uint64_t n);

/* ---- route.c ---- */

void route_clear(Route *path);
void route_push(Route *path, Tid tid, const uint32_t *choices, size_t count);
/* The actions of a step. */
void route_add(Route *path, Tid tid, const uint32_t *choices, size_t count, const uint32_t *ends,
               size_t len);
void route_free(Route *path);
/* The path leads to the state, in which h->found is wrong: adds what is left to do. */
void route_finish(Hunt *h, Route *path, const State *state);
/* The bug with this run. */
void route_report(Hunt *h, const Route *path);

/* ---- runs.c, depth.c, preempt.c: ways to look; they return when something was found, when so much
 * work is done, or when the budget is exhausted ---- */

/* Random runs, and runs by random priorities. */
void hunt_runs(Hunt *h, uint64_t work, uint64_t most_runs);
/* Depth-first, with a small set of seen states; `reversed`: with threads in the other order. */
void hunt_depth(Hunt *h, uint64_t work, bool reversed);
/* All runs without a preemption, then with one, two ... */
void hunt_preempts(Hunt *h, uint64_t work);
void preempts_free(Preempts *p);

/* ---- shorten.c ---- */

/* A run with the same error at the same place, with fewer contexts, or as many and fewer actions. */
void route_shorten(Hunt *h, Route *path);

#endif
