/* generate.h -- inside the generator: random.c makes the whole, section.c and move.c what stands in
 * methods. */
#ifndef TEST_FUZZ_GENERATE_H
#define TEST_FUZZ_GENERATE_H

#include "random.h"

/* What makes accesses to an item exclusive. */
typedef enum Guard {
    GUARD_MUTEX,
    GUARD_ELEMENT,
    GUARD_FIELD,
    GUARD_HOLDER,
    GUARD_RWLOCK,
    GUARD_VARIABLE,
    GUARD_ATOMIC,
    GUARD_NONE,
    GUARDS
} Guard;

/* Methods for an item. */
typedef enum Helper {
    HELPER_SECTION,   /* takes the guard, works, gives it back */
    HELPER_LOCKED,    /* works; the caller has the guard */
    HELPER_RESULT,    /* a section with a result */
    HELPER_RECURSIVE, /* several sections, one a call */
    HELPER_ENTER,     /* takes the guard */
    HELPER_LEAVE,     /* gives it back */
    HELPERS
} Helper;

/* A pair of shared variables, equal whenever nobody holds their guard.  Their values, as all values
 * in these programs, are 0, 1 or 2. */
typedef struct Item {
    Guard guard;
    int number;
    bool in_struct;
    bool building;     /* one of its helpers */
    uint32_t helpers;  /* bit 1 << Helper: which exist */
    int cost[HELPERS]; /* steps of a call */
} Item;

/* Where a section works: an item, or an object that a local variable refers to. */
typedef struct Place {
    Guard guard;
    int rank;         /* locks are taken in ascending order */
    const char *lock; /* expressions */
    const char *a, *b;
    const char *index; /* of an element: 0, 1 or i */
    const Item *item;  /* NULL: none */
} Place;

typedef enum Local { LOCAL_T, LOCAL_U, LOCAL_P, LOCAL_Q, LOCAL_COPY, LOCAL_THREAD } Local;

/* The method that is being made. */
typedef struct Method {
    int steps;  /* that it may still have, roughly */
    int weight; /* steps a statement counts for */
    uint32_t locals;
    int thread;          /* the number of the only thread that runs it; -1: there may be several */
    int held;            /* the rank of the highest lock that is held here, -1: none */
    int atomic;          /* depth */
    int depth;           /* of statements in statements */
    bool has_index;      /* there is a parameter i: 0 or 1 */
    bool keeps_object;   /* p must not be assigned to here */
    bool once;           /* this statement is executed exactly once if the thread gets here */
    bool waited;         /* the thread may have waited for another one before */
    const Place *inside; /* where to work next while the guard of another place is held */
    const Place *place;  /* whose variables can be used here */
} Method;

enum { MOST_ITEMS = 3, MOST_THREADS = 4 };

typedef struct Gen {
    RandomProgram *program;
    Arena *arena;
    uint64_t random, wanted;
    int fault_percent;
    Node *types, *statics, *methods, *threads;
    Item items[MOST_ITEMS];
    int item_count;
    Method *m;
    uint32_t declared; /* bit 1 << World */
    int sent, received, cells_sent, cells_received;
    bool has_signal[MOST_THREADS]; /* there is a variable for the thread's signal */
    bool signals[MOST_THREADS];    /* it gives it, and once only */
    uint32_t guard_calls;          /* bit 1 << thread: there is a method that tests it */
    bool has_child;                /* there is a thread besides the planned ones */
    int names;                     /* given so far, for unique ones */
} Gen;

/* Types, variables and methods that are declared when first used. */
typedef enum World {
    WORLD_CELL,
    WORLD_ELEMENTS,
    WORLD_PAIR,
    WORLD_LOCK,
    WORLD_CONSTANT,
    WORLD_PUBLISHED,
    WORLD_LIST,
    WORLD_SET,
    WORLD_CHANNEL,
    WORLD_CELLS,
    WORLD_WHO,
    WORLD_RISKY,
    WORLDS
} World;

/* random.c */
size_t gen_below(Gen *g, size_t n);
bool gen_chance(Gen *g, int percent);
void gen_mark(Gen *g, Feature feature);
bool gen_wants(const Gen *g, Feature feature);
bool gen_strays(Gen *g, Feature mistake); /* make this mistake here? */
Node *gen_put(Gen *g, Node *list, const char *format, ...) __attribute__((format(printf, 3, 4)));
Node *gen_list(Gen *g, Node *parent); /* statements, a kid of the statement `parent` */
Node *gen_part(Gen *g, Node *list, const char *format, ...) __attribute__((format(printf, 3, 4)));
const char *gen_local(Gen *g, Local local); /* its name; the method will declare it */
void gen_world(Gen *g, World world);
/* A method is made between these two; the list is its body. */
Node *gen_begin_method(Gen *g, Node *list, Method *method, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void gen_end_method(Gen *g, Node *body, Method *outer);

/* section.c */
Node *gen_int(Gen *g, Node *parent, int depth);
Node *gen_bool(Gen *g, Node *parent, int depth);
Place gen_place(Gen *g, const Item *item);
/* Statements on the variables of the place, whose guard is held; without `write` they only read. */
void gen_work(Gen *g, Node *list, const Place *place, bool write);
/* Takes the guard, works, gives it back; nothing if that would break the order of locks. */
void gen_section(Gen *g, Node *list, const Place *place);
void gen_nested(Gen *g, Node *list);           /* a section in a section, if there are two locks */
void gen_call(Gen *g, Node *list, Item *item); /* of a method that does so */

/* predicate.c: annotations, or "": of an item's variables, of elements, of the fields of a Cell;
 * before a method. */
const char *gen_predicate(Gen *g, const Item *item);
const char *gen_element_predicate(Gen *g);
const char *gen_field_predicate(Gen *g);
const char *gen_claim(Gen *g);

/* move.c */
void gen_move(Gen *g, Node *list);       /* some statements of some kind */
void gen_inner_move(Gen *g, Node *list); /* idem, that need no guard */
void gen_body(Gen *g, Node *list);       /* moves until the steps are used up */

#endif
