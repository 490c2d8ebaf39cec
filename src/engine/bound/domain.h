/* domain.h -- what the number of a thread in a tuple stands for: a stack, or a set of stacks.
 *
 *   explicit stacks: a hash-consed stack.  A move is one step.
 *   automata:        a language (pds/language.h).  A move is a context: post*, one move for each
 *                    shared state in its result.
 *
 * Equal stacks and equal languages have equal numbers, so what a thread can do from a shared state
 * and a number is computed once and kept for ever. */
#ifndef ENGINE_BOUND_DOMAIN_H
#define ENGINE_BOUND_DOMAIN_H

#include "engine/bound/model.h"
#include "pds/saturate.h"

typedef struct Span {
    uint32_t begin, end;
} Span;

/* A table from (class, a, b) to a piece of a vector. */
typedef struct SpanTable {
    Pairs pairs; /* (a, b) */
    Pairs keys;  /* (class, pair) */
    VEC(Span) spans;
} SpanTable;

typedef struct Move {
    uint32_t g, number; /* afterwards */
} Move;

typedef struct Domain {
    const BoundModel *model;
    bool automata;
    SpanTable rule_table; /* (class, g, l) -> rules */
    PdsRules rules;
    SpanTable move_table; /* (class, g, number) -> moves */
    VEC(Move) moves;
    Pairs cells; /* explicit: stack n is cell n - 1, (top, the stack below); 0 is the empty stack */
    Langs langs; /* automata */
    Saturation post;
    uint32_t asking; /* the class whose rules post* asks for */
    Budget *budget;  /* that post* looks at; NULL: none */
    bool stopped;    /* it ended while post* was computed: the moves are incomplete */
    uint64_t posts;
    ConfigSet configs;     /* scratch */
    Records top_sets;      /* of symbols or PDS_EMPTY, sorted */
    VEC(uint32_t) tops_of; /* number -> its set of tops, 0: not known yet */
    VEC(uint64_t) scratch;
} Domain;

void domain_begin(Domain *domain, const BoundModel *model, bool automata, Budget *budget);
void domain_free(Domain *domain);
uint64_t domain_bytes(const Domain *domain);

/* The number of one stack. */
uint32_t domain_number(Domain *domain, const PdsWord *stack);
/* PdsRules and moves of a class; the pieces of domain->rules and domain->moves stay where they are,
 * but the vectors may move. */
Span domain_rules(Domain *domain, uint32_t class, uint32_t g, uint32_t l);
Span domain_moves(Domain *domain, uint32_t class, uint32_t g, uint32_t number);
/* Automata: post* of <g, number> once more, so that domain->post can be asked for witnesses. */
void domain_redo_post(Domain *domain, uint32_t class, uint32_t g, uint32_t number);
/* The set of tops that the stacks of a number have: a record of domain->top_sets. */
uint32_t domain_tops(Domain *domain, uint32_t number);
bool domain_may_have_top(Domain *domain, uint32_t number, uint32_t top);

static inline uint32_t stack_top(const Domain *domain, uint32_t stack)
{
    return stack ? pairs_left(&domain->cells, stack - 1) : PDS_EMPTY;
}
/* Explicit: the stack after a rule was applied to its top. */
uint32_t stack_apply(Domain *domain, uint32_t stack, PdsRule rule);

#endif
