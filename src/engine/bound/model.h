/* model.h -- what the bound engine explores: threads with stacks over a shared state, known only by
 * their rules.  A .pds file is one source of rules (bound.c); any other fills in the same struct.
 *
 * Shared states and stack symbols are any numbers up to PDS_MOST; the engine asks for the rules of
 * a pair when it meets it, and only once. */
#ifndef ENGINE_BOUND_MODEL_H
#define ENGINE_BOUND_MODEL_H

#include "base/budget.h"
#include "pds/rule.h"

/* Visible states: the shared state and the top of each stack.  PDS_ANY and PDS_EMPTY are allowed.
 */
typedef struct BoundTarget {
    uint32_t shared;
    const uint32_t *tops; /* a thread each */
} BoundTarget;

typedef struct BoundModel {
    void *context; /* handed to the functions below */
    uint32_t threads;
    const uint32_t *classes; /* thread -> class: threads of one class have the same rules */
    uint32_t shared;         /* the initial state */
    const PdsWord *stacks;   /* a thread each, the top first */
    const BoundTarget *targets;
    size_t target_count;
    bool finite; /* no thread can reach infinitely many configurations by itself */
    /* Appends the rules that a thread of the class has for <g, l>. */
    void (*rules)(void *context, uint32_t class, uint32_t g, uint32_t l, PdsRules *out);
    /* All below may be left out: none is. */
    /* True if every state with the shared state g is a target. */
    bool (*wrong)(void *context, uint32_t g);
    /* True if the thread that came to the shared state g must go on: nobody else can run there.
     * Only with automata. */
    bool (*inside)(void *context, uint32_t g);
    /* What a thread of the class can do from <g, l>, BoundStatus or-ed; l may be PDS_EMPTY.  If it
     * is there, a target is also every state in which no thread runs, and one waits. */
    uint32_t (*status)(void *context, uint32_t class, uint32_t g, uint32_t l);
    /* True if two threads, of these classes and with these tops, are about to do what must not be
     * done at once: then the state is a target, too. */
    bool (*clash)(void *context, uint32_t g, const uint32_t *classes, const uint32_t *tops);
    /* The same as status for those who are no threads of the model; asked only where no thread
     * runs. */
    uint32_t (*others)(void *context, uint32_t g);
    /* Asked now and then: true ends the search, as the budget does. */
    bool (*halt)(void *context);
} BoundModel;

typedef enum BoundStatus {
    STATUS_RUNS = 1,  /* it can do something */
    STATUS_WAITS = 2, /* it cannot, and should */
    STATUS_RESTS = 4  /* it cannot, and need not */
} BoundStatus;

typedef enum StackMode {
    STACKS_AUTO,     /* explicit if the model is finite, else automata */
    STACKS_EXPLICIT, /* one state has one stack a thread */
    STACKS_AUTOMATA  /* one aggregate has a regular set of stacks a thread */
} StackMode;

typedef struct BoundOptions {
    uint32_t contexts; /* at most that many; 0: the bound rises until the answer is known */
    StackMode stacks;
    bool no_symmetry; /* explore interchangeable threads one by one */
} BoundOptions;

typedef enum BoundAnswer {
    BOUND_REACHED,   /* a target is reachable: `contexts`, `steps` */
    BOUND_EXCLUDED,  /* the over-approximation does not contain a target */
    BOUND_CLOSED,    /* nothing new can be reached: all reachable states were seen */
    BOUND_COMPLETE,  /* all visible states of the over-approximation are reached */
    BOUND_BOUNDED,   /* no target within `contexts` contexts; not known beyond */
    BOUND_EXHAUSTED, /* the budget ended in context `contexts` + 1 */
    BOUND_INFINITE   /* explicit stacks were asked for, but a context may be infinite */
} BoundAnswer;

typedef struct BoundStep {
    uint32_t thread, tag; /* of the rule that it takes */
    uint32_t context;     /* from 1 */
} BoundStep;

typedef struct BoundResult {
    BoundAnswer answer;
    uint32_t contexts;    /* REACHED: the fewest that reach it; else: explored completely */
    uint32_t visible_at;  /* the number of contexts that brought the last new visible state */
    uint64_t visible;     /* visible states reached; counted only if there are no targets */
    VEC(BoundStep) steps; /* REACHED: a run with the fewest contexts */
    uint32_t reached;     /* REACHED: its shared state */
    bool stuck;           /* REACHED: no thread runs there, and one waits */
    bool clash;           /* REACHED: two threads are about to do what they must not */
    PdsWord over;         /* EXCLUDED, COMPLETE: Z, see JobBound */
    PdsWord notes;
    bool automata;        /* which stacks were used */
    uint64_t states;      /* states or aggregates stored */
    uint64_t moves;       /* successors met */
    uint64_t covered;     /* aggregates left out because a larger one was there */
    uint64_t languages;   /* distinct automata */
    uint64_t posts;       /* post* computed */
    uint64_t over_states; /* of the over-approximation */
    uint64_t bytes;       /* of the tables of states or aggregates */
} BoundResult;

void bound_explore(const BoundModel *model, const BoundOptions *options, Budget *budget,
                   BoundResult *result);
void bound_result_free(BoundResult *result);

#endif
