/* serial_model.h -- the random programs of serial_case.h, for those that make and run them.
 *
 * Each statement touches one thing that threads share, so that one statement is one action in both
 * languages. */
#ifndef TEST_FUZZ_SERIAL_MODEL_H
#define TEST_FUZZ_SERIAL_MODEL_H

#include "serial_case.h"

enum {
    METHODS_MOST = 3,
    CODE_MOST = 24,
    CLAUSES_MOST = 8,
    PLACES_MOST = 6,
    ACTIONS_MOST = 2,
    THREADS_MOST = 3,
    SCRIPT_MOST = 4,
    BOXES_MOST = 32
};

/* ---- memory ---- */

/* Box 0 is null, 1 and 2 are those of static variables, the rest is made while the program runs. */
typedef struct Memory {
    int8_t x, y, data[2], ghost, lock[2], pointer;
    int8_t v[BOXES_MOST], u[BOXES_MOST];
    int8_t owner[BOXES_MOST]; /* thread plus one: no other can reach it; 0: others can */
    int8_t boxes;             /* so many have been made */
} Memory;

/* What statements and actions name; OF_Q: of the method's own variable, not for actions. */
typedef enum Place {
    X,
    Y,
    DATA_0,
    DATA_1,
    DATA_I,
    ONE,
    TWO,
    OF_B,
    U_OF_B,
    OF_P,
    GHOST,
    LOCK_0,
    LOCK_1,
    POINTER,
    OF_Q,
    PLACES
} Place;

/* ---- methods ---- */

typedef enum StatementKind {
    LOAD,    /* r = place */
    STORE,   /* place = r + k */
    SET,     /* place = k */
    COUNT,   /* the same as STORE, and then, at once, the ghost grows by one */
    FOLLOW,  /* q = p */
    NEW,     /* q = new Box */
    PUBLISH, /* p = q */
    AIM,     /* p = one, two (k: 1, 2), or b (k: 0) */
    TAKE,    /* the lock k */
    GIVE,
    UNLESS, /* if r is not k go to target */
    CHOOSE, /* r = 0 or 1 */
    FLIP,   /* i = 1 - i */
    AWAIT,  /* until place == k, again and again */
    CALL,   /* r = method k, with i and b */
    LEAVE   /* return r */
} StatementKind;

typedef struct Statement {
    StatementKind kind;
    Place place;
    int8_t k, target;
} Statement;

typedef enum ClauseKind {
    IS,        /* a == k */
    IS_OLD,    /* a == \old(b) + k */
    WAS,       /* \old(a) == k */
    WAS_NOT,   /* \old(a) != k */
    RESULT,    /* \result == k */
    RESULT_OLD /* \result == \old(a) + k */
} ClauseKind;

typedef struct Clause {
    ClauseKind kind;
    Place a, b;
    int8_t k; /* of a lock: 0 nobody, 1 the thread */
} Clause;

typedef struct Action {
    Place modifies[PLACES_MOST];
    Clause clauses[CLAUSES_MOST];
    int places, len;
} Action;

typedef struct Method {
    Statement code[CODE_MOST];
    int len;
    Action actions[ACTIONS_MOST];
    int count; /* of actions; 0: it has no performs */
} Method;

/* ---- threads ---- */

typedef enum ItemKind {
    CALLS,  /* method, i, box: 1, 2, or 0: the one that was made last */
    MAKES,  /* a box of its own */
    STARTS, /* thread number `method` */
    IS_OVER
} ItemKind;

typedef struct Item {
    ItemKind kind;
    int8_t method, i, box;
} Item;

struct Case {
    uint64_t dice;
    Method methods[METHODS_MOST];
    int count, threads;
    Item script[THREADS_MOST][SCRIPT_MOST + 1];
    bool direct[THREADS_MOST]; /* in Zing the thread begins with the method that it calls */
};

/* ---- running it ---- */

/* A call by itself: what it found, what it left, what it gave back. */
typedef struct Run {
    Memory before, after;
    int8_t thread, i, box, result;
} Run;

/* Runs a method alone from this memory, in every way that it does not have to wait. */
typedef void Ran(const Run *run, void *context);
void case_run(const Case *c, int method, Run start, Ran *ran, void *context);

int8_t *place_of(Memory *memory, Place place, int8_t i, int8_t b, int8_t q);
bool clause_holds(const Clause *clause, const Run *run);
bool action_fits(const Action *action, const Run *run);

#endif
