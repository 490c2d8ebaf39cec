/* contexts.h -- does the bound engine count contexts as plain enumeration does?
 *
 * The measure is a search of our own over pairs of a whole state and the thread that ran last,
 * action by action; going on with another thread costs one context. */
#ifndef TEST_FUZZ_CONTEXTS_H
#define TEST_FUZZ_CONTEXTS_H

#include "result/job.h"

typedef struct ContextsCheck {
    const Program *program;
    uint32_t properties;
    uint64_t most_states; /* of the enumeration */
    uint32_t most_frames; /* on a stack of the enumeration; 0: any number */
    char *why;            /* what differs */
    size_t size;
    uint64_t *open; /* searches that gave up */
} ContextsCheck;

/* True: they agree. */
bool contexts_agree(const ContextsCheck *check);

#endif
