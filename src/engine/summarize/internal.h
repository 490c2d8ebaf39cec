/* internal.h -- types and functions that the files of this folder share.
 *
 * The relations of the paper.  A node is a pair (g, l) with the phase; an entry is a node at which
 * a path begins, for one thread: the first three arguments of P, Sum, Sum+, Sum- and Mark.
 *
 *   P(t, g1, l1, g2, l2)          an Edge: entry (t, g1, l1), node (g2, l2)
 *   Sum(t, g1, l1, g2, l2)        an edge in Entry.sums: its node is a scheduling point
 *   Sum-(t, g1, l1, f, g2, l3)    an edge in Entry.exits: its node is about to return, to any f
 *   U+(t, l2, l3, f)              a Call: the edge's node has (l3, f), the callee is an entry
 *   Sum+(t, g1, l1, g2, l3, f)    a Call whose callee is marked
 *   Mark(t, g, l)                 FACT_MARK of an entry
 *
 * A path depends on the objects that it looks at, and on no others.  So entries that
 * agree on those share their edges: one of them, the model, is explored, and the others follow it.
 * When the model looks at one more object, followers that differ there leave it (share.c). */
#ifndef ENGINE_SUMMARIZE_INTERNAL_H
#define ENGINE_SUMMARIZE_INTERNAL_H

#include "base/check.h"
#include "base/intern.h"
#include "machine/part.h"
#include "machine/schedule.h"
#include "machine/states.h"
#include "movers/progress.h"
#include "result/job.h"

#define NONE UINT32_MAX
/* In a shape, behind the places: words of memory that one thread may have for itself, see reuse. */
#define WORD_PLACE ((uint32_t)1 << 31)

typedef enum Fact {
    FACT_MARK = 1,  /* Mark of the paper: a transaction ends in the procedure */
    FACT_WAITS = 2, /* after both movers it must wait */
    FACT_IDLES = 4, /* idem, and that is a proper end */
    FACT_RUNS = 8,  /* it does something else */
    FACT_MIXED = 16 /* some of it was found for another thread than Entry.real */
} Fact;

/* The first run that came to an entry. */
typedef struct Origin {
    uint32_t call;  /* NONE: level I */
    uint32_t state; /* of level I ... */
    Tid tid;
    uint32_t hop; /* ... and what this thread did since; NONE: nothing */
} Origin;

typedef struct Entry {
    Tid tid;
    GlobalId g;
    LocalId l;
    StackId s; /* a frame to which it is about to return, see pop; else empty */
    uint64_t progress;
    uint32_t split; /* that of its progress */
    uint32_t model; /* the entry whose edges are its own; itself if it is explored */
    uint32_t family, shape;
    uint32_t facts; /* Fact, or-ed; of a model */
    uint32_t start; /* the edge from it to itself; idem */
    Tid real;       /* the thread for which it was explored; idem */
    /* lists, NONE: empty */
    uint32_t sums, exits;        /* Edge.next; of a model */
    uint32_t calls;              /* Call.next; idem */
    uint32_t callers;            /* Call.next_caller */
    uint32_t followers, follows; /* the first one; the next one of the same model */
    Origin from;
} Entry;

typedef enum EdgeKind { EDGE_PATH, EDGE_SUM, EDGE_EXIT, EDGE_CALL } EdgeKind;

typedef struct Edge {
    uint32_t parent; /* the edge before it; NONE: the path begins */
    uint32_t via;    /* the edge of the callee that returned, of an edge behind a call; else NONE */
    uint32_t choices; /* that were made since: in Summarizer.choices; 0: none */
    uint32_t ends;    /* actions that ended since */
    uint32_t next;    /* in the list of its entry, or the call */
    uint8_t kind;     /* EdgeKind */
    bool good;        /* C3', see commit.c */
    bool same;        /* in the same action as the edge before it, and nothing was chosen since */
} Edge;

typedef struct Call {
    uint32_t edge, callee;
    uint32_t next, next_caller;
} Call;

/* Entries that differ in nothing but their global stores. */
typedef struct Family {
    VEC(uint32_t) shapes; /* footprints of its models */
    VEC(uint32_t) counts; /* how many models have each */
    uint32_t known;       /* all places of all shapes so far */
} Family;

/* What a thread did at level I: a chain of edges in different entries. */
typedef struct Hop {
    uint32_t before; /* NONE: the chain begins */
    uint32_t edge;
} Hop;

/* How level I came to a state. */
typedef struct Arrival {
    uint32_t parent; /* state */
    Tid tid;
    uint32_t hop; /* the last one */
    bool ended;   /* and then the thread ended */
} Arrival;

typedef struct Flow {
    uint32_t from, to; /* edges of one entry: the second continues the first */
} Flow;

typedef struct Seen {
    uint32_t edge, region;
} Seen;

typedef struct Growth {
    uint32_t entry, shape;
} Growth;

typedef struct Lesson {
    uint32_t entry, facts;
} Lesson;

typedef struct Summarizer {
    Job *job;
    Machine *m;
    Movers movers;
    Races races;
    uint32_t racing; /* the state in which races are looked for */
    Parts parts;
    Outcomes out;
    /* level I */
    States states;
    VEC(Arrival) arrivals; /* by state */
    VEC(Hop) hops;
    State state;           /* that is being expanded */
    Records visits;        /* (entry, stack, forks) of a thread within a transaction */
    VEC(uint32_t) visited; /* visit -> when last */
    uint32_t visit_time;
    /* level II */
    Records nodes; /* see node_add */
    Records keys;  /* of entries */
    VEC(Entry) entries;
    Pairs paths; /* (entry, node) -> edge */
    VEC(Edge) edges;
    VEC(Call) calls;
    VEC(uint32_t) choices; /* count, then the choices; at 0: nothing */
    uint32_t taken;        /* edges below this one are done */
    /* sharing */
    Records families;
    VEC(Family) family;
    Records shapes; /* sorted places */
    Index models;
    uint32_t settled;  /* entries below this one are done: their shapes do not grow any more */
    VEC(bool) written; /* by region, after init; only for list.c, as the next one */
    VEC(Split) splits; /* Progress.split, less one: those of actions that go on */
    VEC(Seen) seen;    /* what was touched since the edge before it; ascending */
    VEC(Growth) growing;
    VEC(uint32_t) leaving;
    VEC(Lesson) learning;
    VEC(uint64_t) scratch;
    /* C3' */
    VEC(Flow) flow;
    VEC(Flow) mid_flow; /* the same inside actions, where nothing is chosen; see endless.c */
    uint32_t checked;   /* edges below this one are good */
    bool forced;        /* there are scheduling points since the last restart */
    /* the end */
    uint64_t broken_for; /* states since the discipline broke */
    uint32_t questions;  /* to look at the budget now and then */
    uint64_t work;       /* of the machine, when it was looked at */
    Reason limit;        /* why a safe answer would not be known */
    Reason grows;        /* why level I does not end */
    bool done, exhausted;
    bool unshared; /* runs of one thread turned out not to be those of another: begin again */
} Summarizer;

static inline const Entry *entry_at(const Summarizer *s, uint32_t entry)
{
    hard_assert(entry < s->entries.len);
    return &s->entries.at[entry];
}
static inline uint32_t edge_entry(const Summarizer *s, uint32_t edge)
{
    return pairs_left(&s->paths, edge);
}

static inline Progress entry_progress(const Entry *e)
{
    Progress progress = progress_unpack(e->progress);
    progress.split = e->split;
    return progress;
}

/* The search forgets what it has found, and begins again. */
static inline bool is_broken(const Summarizer *s)
{
    return s->movers.broken || s->parts.again || s->unshared;
}

static inline bool is_over(const Summarizer *s)
{
    return s->done || s->exhausted || s->grows.text || s->unshared;
}

/* To be asked before each edge, and each turn of a thread. */
bool is_exhausted(Summarizer *s);

/* tables.c */
Part edge_part(const Summarizer *s, uint32_t edge, Progress *progress);
/* Adds P(entry, node), with how the first run came there; the edge, new or not. */
uint32_t edge_add(Summarizer *s, uint32_t entry, const Part *part, Progress progress, Edge how);
/* The entry; level II works on it from now on. */
uint32_t entry_add(Summarizer *s, Tid tid, const Part *part, Progress progress, Origin from);
void tables_free(Summarizer *s);
/* check.c: a walker, see base/check.h: what the tables say of each other is true, and no rule of
 * level II has anything left to do.  Requires that level II has run, and is not over. */
void tables_check(Summarizer *s);
uint64_t tables_bytes(const Summarizer *s);

/* share.c */
void share_resolve(Summarizer *s, uint32_t entry); /* finds its model, or makes it one */
void share_grow(Summarizer *s, uint32_t entry, const uint32_t *places, size_t len);
void share_grow_by(Summarizer *s, uint32_t entry, uint32_t shape);
/* Does the entry agree with its model wherever that has looked? */
bool share_agrees(const Summarizer *s, uint32_t entry);
void share_settle(Summarizer *s); /* after some grew: followers that differ leave */
/* What the edge of the entry's model is for the entry itself. */
Part share_part(Summarizer *s, uint32_t entry, uint32_t edge, Progress *progress);

/* The places that the entry's paths look at. */
const uint64_t *share_places(const Summarizer *s, uint32_t entry, size_t *len);

/* level2.c: Ruleset 3, until nothing new comes of it.  False: the budget is exhausted. */
bool level2_run(Summarizer *s);
void level2_learn(Summarizer *s, uint32_t entry, uint32_t facts); /* of a model */
void level2_deliver(Summarizer *s, uint32_t entry); /* what is known of its model, to callers */
void cfl_sum(Summarizer *s, uint32_t edge);

/* commit.c */
void commit_check(Summarizer *s);

/* endless.c: an action that runs in a circle, through calls, sets s->limit. */
void endless_check(Summarizer *s);

/* level1.c: Ruleset 2 for one state. */
void level1_begin(Summarizer *s);
void level1_expand(Summarizer *s, uint32_t state);

/* grow.c: the sentence for people if the stack of a thread grows without end. */
Reason grow_reason(Summarizer *s, Tid tid, StackId stack);

/* list.c: the edges of each procedure, for people. */
void list_summaries(Summarizer *s);
/* Booleans in the texts of rows, until combine_rows has spelled them. */
#define COMBINE_FALSE "\1"
#define COMBINE_TRUE  "\2"
/* Sorts the rows; two that differ in a boolean only, which does not matter, become one with a star, unless
 * every value is to be shown. */
void combine_rows(Summary *summary, Arena *arena, bool every_value);

/* trace.c: reports an error, with the run that leads to it, unless it is known already. */
void trace_report(Summarizer *s, ErrorKind error, Pos where, uint32_t state);
/* ... of the init procedure, before any state. */
void trace_report_initial(Summarizer *s, const Outcome *o);
/* ... after an edge, `ends` actions and the choices of the last one. */
void trace_report_edge(Summarizer *s, uint32_t edge, const Outcome *o);
/* ... that action number `action` of the outcome splits a procedure annotated as atomic. */
void trace_report_split(Summarizer *s, uint32_t edge, const Outcome *o, Split split,
                        uint32_t action);
/* ... the same in the action with which the thread ends. */
void trace_report_last_split(Summarizer *s, uint32_t state, Tid tid, uint32_t hop, Split split);
/* ... when the thread that came to the exit `hop` returns from its last frame. */
void trace_report_end(Summarizer *s, uint32_t state, Tid tid, uint32_t hop, const Outcome *o);

#endif
