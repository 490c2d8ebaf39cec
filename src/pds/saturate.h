/* saturate.h -- post* and pre*: what a pushdown system can reach, and from where.
 *
 * Schwoon, "Model-checking pushdown systems", PhD thesis, TU Muenchen 2002, section 3.1; the rules
 * of post* are asked for only where a transition of the automaton needs them.
 *
 * A set of configurations is a P-automaton: its states are the control states, the states of the
 * given languages, and for post* one middle state for each pair <p', b> that a push leads to.  It
 * accepts <p, w> if it accepts w from p. */
#ifndef PDS_SATURATE_H
#define PDS_SATURATE_H

#include "pds/automaton.h"

/* Configurations that share a control state. */
typedef struct Configs {
    uint32_t state;
    LangId stacks;
} Configs;

typedef VEC(Configs) ConfigSet; /* each control state at most once, no empty languages */

/* A transition of the P-automaton, and why it is there. */
typedef struct Reading {
    uint32_t from, symbol, to; /* symbol PDS_NONE: epsilon */
    uint32_t by;               /* the transition it was made from; PDS_NONE: given */
    uint32_t with;             /* the second one, if it was made from two; else PDS_NONE */
    PdsRule rule;              /* the rule that made it, unless it was made from two */
    uint32_t next;             /* of the same `from`; PDS_NONE: the last */
} Reading;

typedef struct Saturation {
    Langs *langs;
    Pairs nodes;              /* control p: (p, PDS_NONE); middle state: (p', b) */
    Pairs heads, known;       /* (from, symbol) and (head, to): the transitions there are */
    VEC(Reading) transitions; /* in the order in which they were found */
    VEC(uint32_t) out;        /* node -> its transitions but epsilon, linked by `next` */
    VEC(uint32_t) into;       /* node -> epsilon transitions to it, linked by `next` */
    VEC(uint8_t) accepts;     /* node -> does it */
    PdsRules rules;           /* scratch */
    Automaton automaton;      /* scratch */
} Saturation;

void saturation_free(Saturation *x);

/* All configurations that can be reached from <g, w>, w in `stacks`: appended to `out`, sorted by
 * control state.  The automaton stays in `x` for post_witness until the next call.  False: the
 * source stopped it, and `out` is as it was. */
bool post_star(Saturation *x, Langs *langs, PdsSource source, Configs start, ConfigSet *out);

/* A run in the post* that was just computed: from <g, first> by the rules of `run` to <p, last>. */
typedef struct Witness {
    PdsWord first;
    PdsRules run;
} Witness;
/* Requires: <p, last> is in the result of the last post_star. */
void post_witness(Saturation *x, uint32_t p, const uint32_t *last, size_t len, Witness *witness);
void witness_free(Witness *witness);

/* True if from every <p, a> only finitely many configurations can be reached, for the left sides
 * given: the middle states of post* have no cycle. */
typedef struct Head {
    uint32_t state, symbol;
} Head;
bool post_is_finite(Saturation *x, Langs *langs, PdsSource source, const Head *heads, size_t count);

/* A rule with its left side.  pre* goes backwards, and needs all of them. */
typedef struct FullRule {
    uint32_t from, symbol;
    PdsRule right;
} FullRule;

/* All configurations from which one of `targets` can be reached: appended to `out`, sorted by
 * control state. */
void pre_star(Langs *langs, const FullRule *rules, size_t count, const Configs *targets,
              size_t target_count, ConfigSet *out);

#endif
