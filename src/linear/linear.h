/* linear.h -- are the calls of a run linearizable?
 *
 * Herlihy and Wing, "Linearizability: a correctness condition for concurrent objects", TOPLAS 1990:
 * each call must seem to take effect at once, somewhere between its begin and its end.  What calls
 * that do so return is told by an automaton, the specification: here it comes from the library
 * itself, whose calls were run one at a time (Burckhardt, Dern, Musuvathi and Tan, "Line-Up",
 * PLDI 2010; engine/serial).  A monitor follows a run, and knows all ways in which its calls may have
 * taken effect so far.
 *
 * Nothing here knows programs: a call and what it returns are sequences of numbers. */
#ifndef LINEAR_LINEAR_H
#define LINEAR_LINEAR_H

#include "base/intern.h"

enum { LINEAR_THREADS = 8 }; /* threads of a client at most, numbered from 0 */

/* A call, or what it returned; equal ones have equal numbers. */
typedef uint32_t LabelId;          /* 0: none */
enum { LABEL_WAITS = UINT32_MAX }; /* the call does not return, if no other thread runs */

typedef struct SpecEdge {
    uint32_t thread;
    LabelId call, result; /* LABEL_WAITS: `to` means nothing */
    uint32_t to;
} SpecEdge;

typedef struct SpecNode {
    VEC(SpecEdge) edges;
    uint32_t same; /* the first node that cannot be told from it, see linear_minimise */
} SpecNode;

typedef struct Linear {
    uint32_t threads;               /* of the client */
    uint32_t calls[LINEAR_THREADS]; /* that each makes */
    uint64_t cell;                  /* in which the program keeps the monitor; 0: not known */
    Records labels;                 /* words of calls and results */
    Pairs recorded;                 /* while recording: a call and its result */
    bool records;                   /* the specification is being made: see linear_record_ */
    bool unjudged;                  /* there is no specification: nobody asks what calls return */
    bool own_client;     /* a user wrote the client: it may do anything between its calls */
    VEC(SpecNode) nodes; /* of the specification; 0: before all calls */
    bool waits;          /* some call may wait when it runs alone */
    /* monitors */
    Records monitors;
    VEC(uint64_t) scratch, found, next;
    Pairs called; /* (monitor, thread and label) -> its number in `after`, likewise for returned */
    VEC(uint32_t) after_call;
    Pairs returned;
    VEC(uint32_t) after_return;
    Pairs sets;  /* order.c: of calls that have taken effect, */
    Pairs tried; /* ... and with the node */
} Linear;

void linear_free(Linear *x);
/* The first of the words is linear_head: the thread, and what it calls. */
LabelId linear_label(Linear *x, const uint64_t *words, size_t len);
static inline uint64_t linear_head(uint32_t thread, uint32_t function)
{
    return (uint64_t)thread << 32 | function;
}
static inline uint32_t linear_thread(const Linear *x, LabelId label)
{
    return (uint32_t)(records_get(&x->labels, label)[0] >> 32);
}

static inline uint32_t linear_function(const Linear *x, LabelId label)
{
    return (uint32_t)records_get(&x->labels, label)[0];
}

/* The specification: nodes are made in the order of their depth, edges lead down. */
uint32_t linear_add_node(Linear *x);
void linear_add_edge(Linear *x, uint32_t from, SpecEdge edge);
/* Nodes from which the same can follow become one. */
void linear_minimise(Linear *x);

/* A monitor is a number from 1 on; 0 is the one before all calls.  A thread has at most one call
 * open.  0 again: no order of the calls explains the result. */
enum { MONITOR_START = 0 };
uint32_t linear_call(Linear *x, uint32_t monitor, uint32_t thread, LabelId call);
uint32_t linear_return(Linear *x, uint32_t monitor, uint32_t thread, LabelId result);
/* No thread can go on: does each open call wait, too, in some run of the specification that has all
 * calls that have returned, and this one last? */
bool linear_may_wait(Linear *x, uint32_t monitor);

/* order.c: the same where calls are in order only if the return of one happens before the begin of
 * the other, so that a call may also take effect before others that returned earlier.  A call has a
 * number, LINEAR_CALLS * thread + how many the thread made before it, and is a bit of a set. */
enum { LINEAR_CALLS = 8 }; /* of a thread at most, here */
typedef uint64_t CallSet;
uint32_t linear_begin_ordered(Linear *x, uint32_t monitor, uint32_t thread, LabelId call,
                              CallSet before);
/* 0: all calls have returned, and no order explains them. */
uint32_t linear_end_ordered(Linear *x, uint32_t monitor, uint32_t thread, LabelId result);
/* The calls that have returned; the number of the call of this thread that is open, or comes next. */
CallSet linear_ended(const Linear *x, uint32_t monitor);
uint32_t linear_next_call(const Linear *x, uint32_t monitor, uint32_t thread);
bool linear_may_wait_ordered(Linear *x, uint32_t monitor);

/* While the specification is made a number stands for the call of one thread that is open, or that
 * has returned: */
uint32_t linear_record_call(Linear *x, LabelId call);
uint32_t linear_record_return(Linear *x, uint32_t recorded, LabelId result);
bool linear_recorded(const Linear *x, uint32_t recorded, LabelId *call, LabelId *result);

#endif
