/* progress.h -- transactions that are run in parts: up to the next call, return, choice or
 * scheduling point, and on from there.
 *
 * Progress is the phase of the paper, and what else must be known of a transaction to go on with
 * it.  A part may begin and end in the midst of an action: then the movers of its first half
 * count. */
#ifndef MOVERS_PROGRESS_H
#define MOVERS_PROGRESS_H

#include "movers/movers.h"

enum { FRAMES_UNKNOWN = 14 };

typedef struct Progress {
    bool alone;       /* every other thread has ended, and was waited for */
    bool both;        /* nothing but both movers so far, without a choice; only for deadlocks */
    bool committed;   /* the phase */
    bool right, left; /* the action so far is a right mover, a left mover */
    bool joins;       /* it has joined a thread */
    bool mid;         /* in the midst of an action */
    bool inside;      /* the action is not the first one of the transaction */
    bool called;      /* a procedure was just entered: the frame below is its caller */
    bool stops;       /* it has become too long, or runs in a circle: a scheduling point */
    bool gave_up;     /* outcomes only: not even the first action could be done; see begin */
    int8_t frames;    /* above the one in which the action began, or FRAMES_UNKNOWN: that one is
                         below those that are known; -1: it is gone */
    uint32_t begin;   /* where the action began; not in the midst of one: 0 */
    uint32_t action;  /* the same, or the choice from which it was resumed */
    uint32_t split;   /* how it has split a procedure annotated as atomic: the caller's; 0: not */
} Progress;

/* As a number, and back; but for `split`. */
uint64_t progress_pack(Progress progress);
Progress progress_unpack(uint64_t packed);

/* At the beginning of a transaction. */
Progress progress_start(const Movers *v, bool alone);

/* The thread, at this point and in this phase, is outside any transaction: N of the paper. */
bool progress_yields(const Movers *v, Progress progress, uint32_t pc);

/* Parts of transactions of one discipline. */
typedef struct Parts {
    Movers *v;
    VEC(bool) yields;  /* by program counter: Movers.yields that are kept when a search restarts */
    bool again;        /* some were added: parts that ran before ran too far */
    VEC(Touch) splits; /* that did not fit into the transaction, a place once */
    /* the running part */
    Watcher watcher;
    Progress from;
    uint32_t start; /* where it began */
    bool passed;    /* the first action has ended */
    bool folded;    /* the last action is accounted for */
    bool pushed;    /* a procedure was called */
    bool gave_up;
} Parts;

void parts_begin(Parts *parts, Movers *v);
void parts_start(Parts *parts); /* after movers_start */
void parts_end(Parts *parts);
/* From now on a committed transaction stops at this point; false: it did already. */
bool parts_stop_at(Parts *parts, uint32_t pc);

/* All that the thread can do in this part; the progress after it is in Outcome.note.  `bounded`:
 * there are more frames below s, and it stops where it would return to them. */
void parts_run(Parts *parts, Tid t, GlobalId g, LocalId l, StackId s, Progress from, bool bounded,
               Outcomes *out);

#endif
