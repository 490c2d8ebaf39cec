/* random.h -- small random Zing programs; the same seed always gives the same program.
 *
 * A program is made to be right: every variable has a guard, locks are taken in one order, whoever
 * waits is served, and what is asserted holds because of that.  Its style then says how far it may
 * stray: so there are safe programs, programs that are wrong in some schedules only, and chaos. */
#ifndef TEST_FUZZ_RANDOM_H
#define TEST_FUZZ_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

#include "node.h"

typedef enum Style {
    STYLE_LOCKED,   /* keeps the discipline, asserts what holds */
    STYLE_DOUBTFUL, /* keeps the discipline, asserts anything */
    STYLE_SLOPPY,   /* breaks the discipline here and there */
    STYLE_FREE,     /* has hardly any */
    STYLES
} Style;

/* What occurs in a program.  The second group are mistakes. */
#define FEATURES(F)                                                                                \
    F(ACTIVATE, "several activate methods")                                                        \
    F(ASYNC, "async")                                                                              \
    F(SAME, "two threads run the same method")                                                     \
    F(JOIN, "join")                                                                                \
    F(UNLOCKED, "shared data without locks before async or after join")                            \
    F(GRANDCHILD, "a thread started by a started thread")                                          \
    F(MUTEX, "a mutex")                                                                            \
    F(ELEMENT, "an array of mutexes, each for an element")                                         \
    F(FIELD, "a mutex in the object it guards")                                                    \
    F(HOLDER, "a mutex in an object for data elsewhere")                                           \
    F(RWLOCK, "a reader-writer lock")                                                              \
    F(VARIABLE, "a lock made of a variable")                                                       \
    F(ATOMIC, "an atomic block")                                                                   \
    F(ATOMIC_METHOD, "an atomic method")                                                           \
    F(PREDICATE, "an access predicate")                                                            \
    F(CLAIM, "a method annotated as atomic")                                                       \
    F(SPLIT, "a lock taken in one call and released in another")                                   \
    F(NESTED, "two locks at a time")                                                               \
    F(CALL, "a call")                                                                              \
    F(LOCKED_CALL, "a call with a lock held")                                                      \
    F(RESULT, "a result or an out parameter")                                                      \
    F(RETURN, "return in the middle")                                                              \
    F(RECURSION, "bounded recursion")                                                              \
    F(INSTANCE, "a method of an object")                                                           \
    F(LOCAL_OBJECT, "an object of one thread")                                                     \
    F(PUBLISHED, "an object that is published")                                                    \
    F(LINKED, "a linked list")                                                                     \
    F(HANDED_OVER, "an object that is handed over")                                                \
    F(CHAIN, "an object that is published with another")                                           \
    F(ARGUMENT, "an object that is given to a new thread")                                         \
    F(CONSTANT, "shared data that is only read")                                                   \
    F(STRUCT, "a struct")                                                                          \
    F(SET, "a set")                                                                                \
    F(CHOICE, "choose")                                                                            \
    F(MANY, "many choices in one action")                                                          \
    F(BRANCH, "if")                                                                                \
    F(LOOP, "a bounded loop")                                                                      \
    F(ENDLESS, "an endless loop")                                                                  \
    F(SPIN, "busy waiting")                                                                        \
    F(SIGNAL, "waiting for a variable")                                                            \
    F(GUARD_CALL, "a call in a wait")                                                              \
    F(POLL, "select with a timeout")                                                               \
    F(CHANNEL, "a channel")                                                                        \
    F(IDLE, "select end")                                                                          \
    F(EXCEPTION, "an exception")                                                                   \
    F(YIELD, "yield")                                                                              \
    F(TID, "tid")                                                                                  \
    F(ASSUME, "assume")                                                                            \
    F(TRUE_ASSERT, "an assertion that the discipline makes true")                                  \
    F(DOUBT, "any assertion")                                                                      \
    F(DIVISION, "a division that may fail")                                                        \
    F(NO_LOCK, "a lock not taken")                                                                 \
    F(OTHER_LOCK, "another lock taken")                                                            \
    F(NO_RELEASE, "a lock not released")                                                           \
    F(TWICE, "a lock taken twice")                                                                 \
    F(RELEASED, "a lock released twice, or not held")                                              \
    F(ORDER, "locks taken in any order")                                                           \
    F(LOCK_IN_ATOMIC, "a lock or a wait in an atomic block")                                       \
    F(NO_TEST, "a reference not tested")                                                           \
    F(UNHANDLED, "an exception that nobody handles")                                               \
    F(BOUNDS, "an index not tested")                                                               \
    F(TOO_EARLY, "an object published before it is complete, or used afterwards")                  \
    F(SWAPPED, "a lock replaced by another while it is held")                                      \
    F(UNSERVED, "a wait that nobody serves")

typedef enum Feature {
#define F(name, what) FEATURE_##name,
    FEATURES(F)
#undef F
        FEATURE_COUNT
} Feature;

typedef struct RandomProgram {
    uint64_t seed;
    Style style;
    uint64_t features; /* bit 1 << Feature */
    bool endless;      /* its recursion, if it has one, has no bound */
    Node *root;
    Node *threads; /* the list of the activate methods in it */
    Arena arena;
} RandomProgram;

void random_make(RandomProgram *program, uint64_t seed);
void random_free(RandomProgram *program);

static inline bool random_has(const RandomProgram *program, Feature feature)
{
    return program->features >> feature & 1;
}

#endif
