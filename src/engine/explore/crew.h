/* crew.h -- what crew.c and level.c share. */
#ifndef ENGINE_EXPLORE_CREW_H
#define ENGINE_EXPLORE_CREW_H

#include <sys/types.h>

#include "engine/explore/search.h"
#include "machine/share.h"

enum { MOST_JOBS = 64 };
enum { CREW_KEYS = 1 << 14 };

/* What all do next, each its part. */
typedef enum Phase {
    PHASE_ROOM,   /* tables that have grown are sorted, ... */
    PHASE_EXPAND, /* the states of the level, as long as there are any */
    PHASE_RANK,   /* new states that are first met in their chunks, in order */
    PHASE_SETTLE, /* gives them their numbers */
    PHASE_EDGES,  /* the steps of a search for hangs */
    PHASE_QUIT
} Phase;

/* What one has done in a level. */
typedef struct Tally {
    MachineTally machine;
    uint64_t transitions, transactions, actions;
    uint64_t tries, wins; /* of persistent sets */
} Tally;

/* In shared memory. */
typedef struct Board {
    uint32_t turn;    /* a futex: it changes when there is something to do */
    uint32_t arrived; /* idem: so many have done it */
    uint32_t cursor;  /* the next chunk; atomic */
    bool stop, odd;   /* atomic: no more states; there is something that only one can do */
    uint64_t work;    /* atomic */
    Phase phase;      /* what follows is written while nobody works */
    uint32_t begin, end, count; /* of the level; all states */
    uint64_t tries, wins;       /* of persistent sets, before the level */
    Tally tallies[MOST_JOBS];
    uint32_t met[MOST_JOBS]; /* keys that each has met, see machine_news, */
    uint32_t keys;           /* and of all levels, since the processes were forked */
    Shared machine[MACHINE_TABLES], states[STATES_TABLES], fresh, names;
} Board;

typedef struct Crew {
    Share *share;
    Board *board;
    bool never; /* it cannot be done */
    unsigned jobs;
    pid_t pids[MOST_JOBS]; /* 0: it has ended */
    bool lives;            /* they have been forked, ... */
    uint64_t knowledge;    /* ... when this was known */
    bool shares_states;
    FreshPairs fresh;
    uint32_t *news;  /* chunk -> so many states are first met in it; then before it */
    uint32_t *edges; /* idem, of steps */
    uint8_t *reached;
    MetKey *met;        /* room for CREW_KEYS of each */
    uint64_t *keys;     /* of all levels, in order */
    uint64_t keys_were; /* machine_keys, after the last level */
} Crew;

/* How a phase ended. */
typedef enum Ending {
    ALL_DONE,
    NOT_ALIKE, /* one process must do it */
    HAS_DIED   /* somebody; tables may be damaged */
} Ending;

typedef VEC(MetKey) MetKeys;

/* For cluster.c, which does a level in parts.  Could others expand states as this process does? */
bool crew_can_help(const Search *s);
/* Others are there and know what this process knows; false: there can be none. */
bool crew_is_ready(Search *s);
/* They expand the states from `begin` to s->level_end and number the new ones; what they have done is not added yet. */
Ending crew_expand(Search *s, uint32_t begin, Tally *tally);
void crew_add_tally(Search *s, const Tally *t);
void crew_collect_keys(Search *s, MetKeys *keys);
void crew_learn_keys(Search *s, const MetKeys *keys);
void crew_throw_away(Search *s); /* as if nothing had been expanded */
void crew_give_up(Search *s);    /* somebody has died */

/* level.c: the life of a process that helps. */
_Noreturn void crew_help(Search *s, unsigned number, uint32_t turn);

/* Sleeps until *word is not `was`, or some time has passed; and wakes those who sleep. */
void crew_sleep(uint32_t *word, uint32_t was, long milliseconds);
void crew_wake(uint32_t *word);

#endif
