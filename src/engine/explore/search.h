/* search.h -- types and functions that the files of this folder share. */
#ifndef ENGINE_EXPLORE_SEARCH_H
#define ENGINE_EXPLORE_SEARCH_H

#include "base/check.h"
#include "machine/schedule.h"
#include "machine/share.h"
#include "machine/states.h"
#include "machine/symmetry.h"
#include "movers/joins.h"
#include "movers/persistent.h"
#include "result/job.h"

typedef VEC(uint32_t) Choices;

/* Something went wrong in the state that is being expanded. */
typedef struct Wrong {
    ErrorKind error;
    Tid tid;               /* who did it; nobody in a deadlock */
    uint32_t pc;           /* of its last step; 0: nobody takes one, as in a deadlock, or in a data
                              race of two that are about to */
    uint32_t region;       /* NOT_ATOMIC: that is touched */
    Pos where;             /* line 0: nowhere in particular */
    Choices choices, ends; /* see Outcome */
    struct {
        size_t index;     /* RACE: the two threads, by their place in the state, */
        uint32_t actions; /* and what they do before */
    } race[2];
} Wrong;

#define NO_STATE UINT32_MAX

/* All steps of a search, for hang.c.  Where they lead to is in States.told. */
typedef struct Hangs {
    bool on;
    bool too_many;       /* threads for a word */
    VEC(uint32_t) first; /* state -> its first step */
    VEC(uint8_t) how;    /* step -> whose it is, and whether it shows something */
    VEC(uint32_t) named; /* step -> the names that threads have got, 0: their own; if they can */
    VEC(uint64_t) can;   /* state -> who can get on, a bit for each thread */
    Records names;       /* of threads, see symmetry_names */
    uint32_t name;       /* of the state that is put */
    uint8_t
        awaits[64];   /* of the state that is expanded: for whose end each thread waits, plus one */
    uint64_t late;    /* idem: who shows something, and then waits, in one transaction */
    bool counts_late; /* that is one way to get on */
    bool waits_late;  /* so it is in the state that was found */
} Hangs;

typedef struct Search {
    Job *job;
    Machine *m;
    bool reduces;
    bool finds_races; /* the memory model tells data races itself: they are errors of actions */
    bool watches;   /* the movers of actions count, if only to check procedures for being atomic */
    Movers movers;  /* if it watches */
    bool symmetric; /* threads that are alike are exchanged */
    bool lost;      /* no run was found to a state in which they were: without that, then */
    JoinsMemos memos;
    AllJoins joins; /* scratch of symmetric.c */
    States states;
    VEC(uint32_t) parent; /* of each state; the initial one is its own */
    State state;          /* that is being expanded */
    Outcomes out;
    Races races;
    Persistent persistent;
    VEC(uint16_t)
    waited; /* state -> so many steps to it, one after the other, were of persistent sets */
    VEC(uint8_t) places; /* by program counter: see prelude.c */
    VEC(Wrong) wrong;    /* met in this expansion, not reported yet */
    uint32_t race_state; /* in which there is a data race that is not reported yet; or NO_STATE */
    Wrong race;
    struct {
        uint32_t id;     /* of the next state that is expanded, */
        uint32_t begin;  /* ... of the first one of its level, */
        uint32_t broken; /* ... after which the search begins again: the discipline is broken */
    } at;
    uint64_t level_end;   /* states below this number have depth job->stats.depth or less */
    uint32_t most_states; /* after so many the search is given up; 0: there is no such limit */
    uint64_t spent;       /* work of the machine that the budget knows of */
    Hangs hangs;
    bool dropped; /* a run was dropped for another limit than that of histories */
    Reason limit; /* of the machine that was reached: what is safe then is not known */
    bool done;
    struct Cluster *cluster; /* with peers: what is known of their states; NULL: nothing yet */
    struct Compact *compact; /* signatures of states, instead of these; NULL: there were none yet */
    struct Crew *crew;       /* processes that help; NULL: there were none yet */
    bool helps;              /* this is one of them: errors are not told ... */
    bool odd;                /* ... but that there is something to tell */
    bool some;               /* in the state expanded last not all threads have run */
} Search;

/* States depend on the discipline, and the one in which they were reached does not hold any more:
 * they do not count, and the search begins again.  (Frames know the phase of a procedure that claims
 * to be atomic; a memory model that finds data races keeps nothing of what keeps to a discipline.) */
static inline bool search_is_stale(const Search *s)
{
    return ((s->movers.claims || (s->watches && s->finds_races)) && s->movers.broken) || s->lost;
}

/* explore.c: all that a thread can do next, by transactions or by actions, into s->out. */
void search_step(Search *s, const State *state, size_t index);
/* The same in one action. */
void search_action(Search *s, const State *state, size_t index);

/* explore.c: all that can happen in a state; and how far the search has come: so many states are known, and
 * this one is expanded next. */
void search_expand(Search *s, uint32_t id);
void search_show(Search *s, uint32_t count, uint32_t next);
/* Before a state: is it time to stop?  Then the budget has the reason. */
bool search_is_stopped(Search *s);
/* A level is over: the search has an answer (false), or the next one begins. */
bool search_begins_level(Search *s);
/* After each state: how far does a search go on whose discipline is broken? */
bool search_is_at_end(Search *s);

/* figures.c: are not all states of the search in s->states, so that they have other numbers there?  How many are known? */
bool search_is_elsewhere(const Search *s);
uint64_t search_count(const Search *s);
void search_fill_stats(Search *s);

/* crew.c: all states of the level that begins with `id` are expanded by several processes at once, as if
 * it had been done here. */
enum { CREW_CHUNK = 64 }; /* states that one takes at a time */
typedef enum CrewAnswer {
    CREW_DID,
    CREW_DID_NOT, /* it is to be done here */
    CREW_DIED     /* the search cannot go on; the budget has the reason */
} CrewAnswer;
CrewAnswer crew_takes(Search *s, uint32_t id);
/* The budget knows what processes and files take. */
void crew_count(Search *s);
void crew_forget(Search *s); /* the states are about to go */
void crew_free(Search *s);   /* so have the states and the machine */

uint64_t crew_knowledge(const Search *s);

/* checkpoint.c: the search as it is between two states, see Checkpoint of the job. */
bool checkpoint_is_due(const Search *s);
void checkpoint_write(Search *s);
/* The same search goes on; instead of its beginning.  False: it is refused. */
bool checkpoint_load(Search *s);
/* Why the search has stopped, and how it goes on. */
const char *checkpoint_reason(const Search *s, const char *reason);

/* hang.c: does the program post tasks? */
bool search_has_tasks(const Program *program);
/* Why hangs are not looked for; NULL: they can be. */
const char *hang_refusal(const Job *job);
void hang_begin(Search *s); /* a search begins (over again) */
void hang_free(Search *s);
/* One action, into s->out. */
void hang_step(Search *s, const State *state, size_t index);
/* A state is expanded; all that its threads can do is told. */
void hang_open(Search *s);
void hang_wait(Search *s, Tid tid, Tid other);
void hang_note(Search *s, Tid tid, const Outcome *o);
void hang_close(Search *s);
void hang_rename(Search *s);
/* Of a finished search: the first state in which somebody is stuck. */
bool hang_find(Search *s, uint32_t *id);

/* prelude.c: what a thread that has not run yet does by itself, into s->out; false: nothing, or it is
 * of no use to do that first. */
bool prelude_run(Search *s, const State *state, size_t index);

/* check.c: a walker, see base/check.h: the states are a tree towards the initial one, put in the
 * order of their parents, and each is found again under its own number. */
void search_check(Search *s);

/* interleave.c: complete interleavings of a finished search; 0: not known, or without end. */
uint64_t interleavings_count(Search *s);

/* discipline.c: who may touch what, and what moves, into the job. */
void discipline_fill(Search *s);

/* graph.c: of a finished search, into job->graph. */
void graph_fill(Search *s);

/* symmetric.c: whose names stay as they are, and the normal form of a state. */
void symmetric_begin(Search *s);
void symmetric_free(Search *s);
void search_normalise(void *self, State *state);
/* The thread has nothing to do but to wait for others, of which not all have ended. */
bool search_is_delayed(Search *s, const State *state, size_t index);
/* Those that have not, a bit for each, by its number. */
uint64_t search_delayers(Search *s, const State *state, size_t index);
/* The same error in a state that differs in the names of threads; false: it is not there. */
bool symmetric_find(Search *s, const State *state, Wrong *wrong);

/* trace.c: the actions from the initial state to state `id`, up to the names of threads: `end` is
 * where they lead.  Then one more step: all its choices, and how many of them were made when each
 * of its actions ended. */
void trace_add_path(Search *s, Bug *bug, uint32_t id, State *end);
/* Lets every thread go on to where it waits, in a deadlock in this state. */
void trace_add_deadlock(Search *s, Bug *bug, const State *end);
void trace_add_hang(Search *s, Bug *bug, const State *end);
/* Lets the two threads of a data race go on to where they are about to touch the same memory. */
void trace_add_race(Search *s, Bug *bug, const State *end, const Wrong *race);
void trace_add_step(Search *s, Bug *bug, Tid tid, const Choices *choices, const Choices *ends);
/* Why the last action, which went wrong at pc, splits a procedure that claims to be atomic. */
void trace_add_reason(Search *s, Bug *bug, uint32_t pc, uint32_t region);
void choices_copy(Choices *to, const uint32_t *at, size_t len);

#endif
