/* rule.h -- the rules of a pushdown system, delivered on demand.
 *
 * A configuration <p, w> is a control state and a stack, its top first.  Control states and symbols
 * are 32-bit numbers up to PDS_MOST; nobody needs to know beforehand how many there are. */
#ifndef PDS_RULE_H
#define PDS_RULE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

#define PDS_NONE  UINT32_MAX
#define PDS_EMPTY (UINT32_MAX - 1) /* the top of an empty stack */
#define PDS_ANY   (UINT32_MAX - 2) /* in a target: whatever it is */
#define PDS_MOST  (UINT32_MAX - 3) /* the largest control state or symbol */

typedef enum PdsKind {
    PDS_POP,  /* <p, a> -> <p', empty> */
    PDS_STEP, /* <p, a> -> <p', b> */
    PDS_PUSH  /* <p, a> -> <p', b c>: b is the new top, c lies below it */
} PdsKind;

/* The right side of a rule.  Fields that it does not have are PDS_NONE. */
typedef struct PdsRule {
    PdsKind kind;
    uint32_t to, top, below;
    uint32_t tag; /* the source's own name for the rule; traces give it back */
} PdsRule;

typedef VEC(PdsRule) PdsRules;

enum { PDS_ASK_EVERY = 4096 }; /* transitions between two questions whether to stop */

typedef struct PdsSource {
    void *context;
    /* Appends the rules whose left side is <p, a>: always the same ones in the same order. */
    void (*rules)(void *context, uint32_t p, uint32_t a, PdsRules *out);
    /* Asked now and then: true ends the computation.  NULL: never.  (With infinitely many control
     * states or symbols it may have no end of its own.) */
    bool (*stop)(void *context);
} PdsSource;

typedef VEC(uint32_t) PdsWord; /* numbers; of a stack: its symbols, the top first */

#endif
