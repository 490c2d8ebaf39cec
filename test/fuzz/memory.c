/* memory.c -- see memory.h. */
#include "memory.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "c_subject.h"

/* ---- what all programs share ---- */

static const char head[] =
    "#include <assert.h>\n#include <pthread.h>\n#include <semaphore.h>\n"
    "#include <stdatomic.h>\n#include <stddef.h>\n"
    "#include <stdlib.h>\n#include <string.h>\n"
    "void __heddle_point(void); void __VERIFIER_assume(int); _Bool __VERIFIER_nondet_bool(void);\n"
    "#define MUTEX PTHREAD_MUTEX_INITIALIZER\n"
    "struct data { int a, b; long c; short d; };\n"
    "struct cell { pthread_mutex_t lock; struct data data; long x; };\n"
    "struct node { long x; pthread_mutex_t lock; struct data data; };\n"
    "struct door { pthread_rwlock_t rw; long x; };\n"
    "static pthread_mutex_t m = MUTEX, n = MUTEX, brand = MUTEX, row[2] = {MUTEX, MUTEX};\n"
    "static pthread_mutex_t *lp = &m, *lk, *locks; static sem_t never;\n"
    "static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER; static struct door *rp;\n"
    "static struct data g, h, *dp = &g; static struct cell cells[2] = {{MUTEX}, {MUTEX}}, *heap;\n"
    "static struct node *np; static _Atomic int af, ag; static const struct data fixed = {1, 1, "
    "1};\n"
    "static long x, y, arr[4], brr[4], *ip = &x, *vals; static _Atomic int flag;\n"
    "static _Thread_local long own; static _Thread_local struct data mine;\n"
    "static struct cell *pool; static sem_t sem; static pthread_spinlock_t spin;\n"
    "static struct { char c; long u, v; int w; } __attribute__((packed)) pk;\n"
    "void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\n"
    "static void use(struct data v) { assert(v.a == v.b || v.c == 0); }\n"
    "static void same(struct data v) { assert(v.a == v.b && v.b == v.c); }\n"
    "static void look(struct data v) { if (v.a != v.c) y = v.d; }\n"
    "static struct data make(int k) { struct data v = {k, k, k, 1}; return v; }\n"
    "static struct cell *fresh(int k)\n{\n    struct cell *c = malloc(sizeof *c);\n"
    "    pthread_mutex_init(&c->lock, 0); c->data = make(k); c->x = k;\n    return c;\n}\n"
    "static struct node *node(int k)\n{\n    struct node *c = malloc(sizeof *c);\n"
    "    pthread_mutex_init(&c->lock, 0); c->data = make(k); c->x = k;\n    return c;\n}\n"
    "static struct door *door(void)\n{\n    struct door *c = malloc(sizeof *c);\n"
    "    pthread_rwlock_init(&c->rw, 0); c->x = 0;\n    return c;\n}\n"
    "static pthread_mutex_t *mutexes(int k)\n{\n"
    "    pthread_mutex_t *c = malloc(k * sizeof *c);\n"
    "    for (int j = 0; j < k; j++)\n        pthread_mutex_init(&c[j], 0);\n    return c;\n}\n"
    "static struct cell *pair(int k)\n{\n    struct cell *c = malloc(2 * sizeof *c);\n"
    "    for (int j = 0; j < 2; j++) {\n        pthread_mutex_init(&c[j].lock, 0);\n"
    "        c[j].data = make(k); c[j].x = k;\n    }\n    return c;\n}\n"
    "static long *longs(int k)\n{\n    long *c = malloc(2 * sizeof *c);\n"
    "    c[0] = c[1] = k;\n    return c;\n}\n";

/* With a point before each access. */
static const char split_macros[] =
    "#define P __heddle_point();\n"
    "#define COPY(to, from) { struct data *t_ = &(to), *f_ = (void *)&(from);\\\n"
    "    P int a_ = f_->a; P t_->a = a_; P int b_ = f_->b; P t_->b = b_; P\\\n"
    "    long c_ = f_->c; P t_->c = c_; P short d_ = f_->d; P t_->d = d_; }\n"
    "#define HALF(to, from) { struct data *t_ = &(to), *f_ = (void *)&(from);\\\n"
    "    P int a_ = f_->a; P t_->a = a_; P int b_ = f_->b; P t_->b = b_; }\n"
    "#define ZERO(to) { struct data *t_ = &(to);\\\n"
    "    P t_->a = 0; P t_->b = 0; P t_->c = 0; P t_->d = 0; }\n"
    "#define PASS(function, from) { struct data p_; COPY(p_, from) P function(p_); }\n"
    "#define MADE(to, k) { struct data r_ = make(k); P COPY(to, r_) }\n"
    "#define WORDS(to, from) { long *t_ = (to), *f_ = (from);\\\n"
    "    for (int k_ = 0; k_ < 4; k_++) { P long v_ = f_[k_]; P t_[k_] = v_; } }\n"
    "#define SHIFT(at) { long *t_ = (at); P long v_ = t_[1]; P t_[2] = v_; P v_ = t_[0];\\\n"
    "    P t_[1] = v_; }\n"
    "#define CLEAR(at) { long *t_ = (at); P t_[0] = 0; P t_[1] = 0; P t_[2] = 0; P t_[3] = 0; }\n"
    "#define TWO(a, op, b) { P long u_ = (a); P long v_ = (b); P assert(u_ op v_); }\n"
    "#define WEAK(at, from, to) ({ int e_ = from; _Bool n_ = __VERIFIER_nondet_bool(); P\\\n"
    "    n_ && atomic_compare_exchange_strong(&(at), &e_, to); })\n"
    "#define ASSUME(c) { _Bool b_ = (c); P if (!b_) sem_wait(&never); }\n"
    "#define SELF(at) { long *t_ = (at);\\\n"
    "    for (int k_ = 0; k_ < 2; k_++) { P long v_ = t_[k_]; P t_[k_] = v_; } }\n"
    "#define STAY(a, b, last) { P pthread_join(a, 0); P pthread_join(b, 0); P last(); exit(0); }\n";
static const char plain_macros[] =
    "#define P\n"
    "#define COPY(to, from) { (to) = (from); }\n"
    "#define HALF(to, from) { memcpy(&(to), &(from), offsetof(struct data, c)); }\n"
    "#define ZERO(to) { memset(&(to), 0, offsetof(struct data, d) + sizeof(short)); }\n"
    "#define PASS(function, from) { function(from); }\n"
    "#define MADE(to, k) { (to) = make(k); }\n"
    "#define WORDS(to, from) { memcpy((to), (from), 4 * sizeof(long)); }\n"
    "#define SHIFT(at) { long *t_ = (at); memmove(t_ + 1, t_, 2 * sizeof(long)); }\n"
    "#define CLEAR(at) { memset((at), 0, 4 * sizeof(long)); }\n"
    "#define TWO(a, op, b) { assert((a) op (b)); }\n"
    "#define WEAK(at, from, to) ({ int e_ = from; atomic_compare_exchange_weak(&(at), &e_, to); "
    "})\n"
    "#define ASSUME(c) { __VERIFIER_assume(c); }\n"
    "#define SELF(at) { long *t_ = (at); memmove(t_, t_, 2 * sizeof(long)); }\n"
    "#define STAY(a, b, last) { atexit(last); pthread_exit(0); }\n";
static const char *const macros[] = {"P",    "COPY",   "HALF",  "ZERO",  "PASS",
                                     "MADE", "WORDS",  "SHIFT", "CLEAR", "TWO",
                                     "WEAK", "ASSUME", "STAY",  "SELF",  "F"};

/* ---- what a program can be about ---- */

enum { MOST = 24 };

/* Locks: how to name one, and behind `|` the one that is named then; `#`: one of readers and
 * writers; `@`: see put_handed. */
/* Who holds which lock; many bytes at once; and most of what is done are the moves, which are pairs. */
enum { LOCKS = 0, BULK = 1, MOVING = 2 };
typedef struct Theme {
    int about;
    int weight;
    const char *const scalars[MOST], *const data[MOST], *const words[MOST], *const locks[MOST],
                                                                                *const moves[MOST];
} Theme;

static const Theme themes[] = {
    /* many bytes at once, and single words of them */
    {BULK,
     3,
     {"arr[0]", "arr[2]", "arr[1]", "g.a", "g.c", "g.d", "x", "w[2]", "l.c"},
     {"g", "g", "g", "l"},
     {"arr", "arr", "w"},
     {"&m", "&m", "&n"},
     {"arr[2] = 1;", "g.d = 2;", "g.c = 5;", "w[0] = arr[2];"}},
    /* words that lie across each other */
    {BULK,
     3,
     {"pk.c", "pk.u", "pk.v", "pk.w", "pk.v", "arr[0]", "arr[2]"},
     {"g", "g", "l"},
     {"arr", "arr", "w"},
     {"&m", "&m", "&n"},
     {"pk.v = 1;", "pk.u = 2;", "arr[2] = 3;", "arr[1] = 3;", "g.d = 4;",
      "arr[0] = 1; ASSUME(arr[2] == 0)"}},
    /* through pointers that move */
    {BULK,
     1,
     {"*ip", "x", "arr[1]", "dp->a", "dp->c", "g.a", "g.c"},
     {"*dp", "g", "l", "*dp"},
     {"arr", "w"},
     {"&m", "&n", "lp", "(q = lp)|q"},
     {"dp = &h;", "ip = &arr[1];", "ip = &g.c;", "lp = &n;", "q = lp;", "dp = 0;", "dp = &l;"}},
    /* a lock on the heap that is replaced */
    {LOCKS,
     2,
     {"x", "x", "np->x", "k->x", "g.a"},
     {"k->data", "g", "l"},
     {"arr"},
     {"&(k = np)->lock|&k->lock", "&k->lock", "&np->lock", "@k", "@k", "@k", "&n"},
     {"np = node(1);", "{ struct node *k_ = node(2); P np = k_; }",
      "pthread_mutex_lock(&n); P np = node(1); P pthread_mutex_unlock(&n);", "k = np;",
      "k = node(0);", "pthread_mutex_lock(&n); P k = np; P pthread_mutex_unlock(&n);"}},
    {LOCKS,
     2,
     {"x", "x", "g.c"},
     {"g", "l"},
     {"arr", "w"},
     {"(q = lk)|q", "@q", "@q", "@q", "lk", "&n"},
     {"lk = mutexes(1);", "pthread_mutex_lock(&n); P lk = mutexes(1); P pthread_mutex_unlock(&n);",
      "q = lk;", "lp = lk;"}},
    {LOCKS,
     2,
     {"heap->x", "c->x", "x", "cells[0].x"},
     {"c->data", "cells[0].data", "l"},
     {"arr"},
     {"&(c = heap)->lock|&c->lock", "&c->lock", "&heap->lock", "@c", "&cells[0].lock"},
     {"heap = fresh(1);", "c = heap;", "heap = &cells[0];", "lp = &heap->lock;"}},
    /* elements and their locks */
    {LOCKS,
     2,
     {"arr[i]", "arr[0]", "cells[i].x", "cells[0].x", "cells[1].x", "arr[1]", "x"},
     {"cells[i].data", "cells[0].data", "l"},
     {"arr", "w"},
     {"&row[i]", "&row[0]", "&cells[i].lock", "&cells[0].lock", "&row[1]"},
     {"i = 0;", "i = 1;", "i = !i;", "cells[0].data = cells[1].data;"}},
    {LOCKS,
     3,
     {"vals[i]", "vals[0]", "vals[1]", "*ip"},
     {"g", "l"},
     {"arr"},
     {"&locks[i]", "&locks[0]", "&locks[1]", "(q = &locks[i])|q", "&m"},
     {"locks = mutexes(2);", "vals = longs(1);", "vals = arr;", "locks = row;", "ip = vals;",
      "i = !i;", "{ pthread_mutex_t *k_ = mutexes(2); P locks = k_; }"}},
    {LOCKS,
     2,
     {"pool[i].x", "pool[0].x", "pool[1].x", "x", "pool[i].data.a"},
     {"pool[i].data", "pool[1].data", "l"},
     {"arr"},
     {"&pool[i].lock", "&pool[0].lock", "(q = &pool[i].lock)|q", "&(c = &pool[i])->lock|&c->lock"},
     {"i = !i;", "pool = pair(1);", "pool[0] = pool[1];", "pool[i].data = pool[!i].data;",
      "{ struct cell *k_ = pool; P pool = pair(2); P pool = k_; }", "c = &pool[!i];",
      "memset(&pool[0].x, 0, sizeof(long) + sizeof(pthread_mutex_t));", "c = pool; pool = cells;"}},
    /* a pointer to a lock, or to what it guards, that is changed and put back */
    {LOCKS,
     2,
     {"x", "*ip", "x", "g.a", "heap->x"},
     {"g", "*dp", "l"},
     {"arr"},
     {"lp", "(q = lp)|q", "&heap->lock", "&(c = heap)->lock|&c->lock"},
     {"{ pthread_mutex_t *k_ = lp; P lp = &n; P lp = k_; }", "lp = &n; P lp = &m;",
      "{ struct cell *k_ = heap; P heap = &cells[1]; P heap = k_; }", "ip = &y; P ip = &x;",
      "pthread_mutex_lock(&n); P lp = &n; P lp = &m; P pthread_mutex_unlock(&n);",
      "{ struct data *k_ = dp; P dp = &h; P dp = k_; }"}},
    /* what belongs to one thread, and is given away in parts */
    {BULK,
     2,
     {"*ip", "own", "w[2]", "l.c", "dp->a", "mine.c", "dp->c", "*ip"},
     {"l", "*dp", "mine", "g"},
     {"w", "w", "arr"},
     {"&m", "&m", "&n"},
     {"ip = &own;", "ip = &w[2];", "ip = &l.c;", "dp = &l;", "dp = &mine;", "ip = &mine.c;",
      "ip = &x;", "if (ip == &own) { P own = 3; }"}},
    /* readers and writers */
    {LOCKS,
     2,
     {"x", "x", "rp->x", "r->x", "g.a"},
     {"g", "l"},
     {"arr", "w"},
     {"#&rw", "#&rw", "#&(r = rp)->rw|&r->rw", "#&rp->rw", "&m"},
     {"rp = door();", "r = rp;", "{ struct door *k_ = door(); P rp = k_; }"}},
    /* atomics */
    {LOCKS,
     2,
     {"x", "y", "af", "ag", "af"},
     {"g", "l"},
     {"arr", "w"},
     {"&m", "&m", "(q = lp)|q"},
     {"af = 1;", "ag = 1;", "af++;", "if (af) { P x = 1; }", "if (WEAK(af, 0, 1)) { P x = 2; }",
      "if (!WEAK(ag, 0, 1)) { P y = 1; }", "if (WEAK(af, 1, 0)) { P x = 0; } else { P y = 2; }",
      "while (!af) P;", "ASSUME(af == 1)", "x = 1; ASSUME(0)", "y = 2; ASSUME(x == 0)",
      "af = 1; ASSUME(0)", "assert(x == 0);", "assert(af == 0);",
      "if (!WEAK(ag, 0, 1)) { P assert(ag); }"}},
    /* locks that somebody breaks */
    {LOCKS,
     2,
     {"x", "heap->x", "c->x", "cells[i].x", "arr[0]"},
     {"c->data", "g", "l"},
     {"arr", "w"},
     {"&m", "&row[0]", "&row[i]", "&cells[i].lock", "&(c = heap)->lock|&c->lock", "(q = lp)|q"},
     {"pthread_mutex_init($, 0);", "pthread_mutex_init(&c->lock, 0);",
      "pthread_mutex_destroy($); P pthread_mutex_init($, 0);",
      "memset($, 0, sizeof(pthread_mutex_t));", "*$ = brand;", "row[0] = row[1];",
      "cells[0] = cells[1];", "free(heap);",
      "{ P struct cell *k_ = heap; P heap = 0; P free(k_); }", "lp = &row[0];", "*heap = cells[1];",
      "cells[i].lock = cells[1].lock;"}},
    /* several words in one action, and single ones of them */
    {BULK | MOVING,
     2,
     {"arr[0]", "arr[3]", "g.a", "g.c"},
     {"g", "l"},
     {"arr", "w"},
     {"&m"},
     {"__VERIFIER_atomic_begin(); WORDS(w, arr) __VERIFIER_atomic_end(); TWO(w[0], ==, w[3])",
      "arr[0] = 3; P arr[3] = 3;",
      "__VERIFIER_atomic_begin(); WORDS(w, arr) __VERIFIER_atomic_end(); TWO(w[1], ==, w[2])",
      "arr[1] = 3; P arr[2] = 3;",
      "__VERIFIER_atomic_begin(); COPY(l, g) __VERIFIER_atomic_end(); P assert(l.a == l.c);",
      "g.a = 2; P g.c = 2;"}},
    /* a thread that stays where it assumes something, and what it did before */
    {LOCKS | MOVING,
     2,
     {"x", "y", "af"},
     {"g", "l"},
     {"arr"},
     {"&m"},
     {"x = 1; ASSUME(0)", "assert(x == 0);", "af = 1; ASSUME(0)", "assert(af == 0);",
      "x = 1; ASSUME(y == 1)", "y = 1; P assert(x == 0);", "g.a = 2; ASSUME(af == 0)",
      "assert(g.a == 0);"}},
    /* copies onto itself of what may be gone, or is somebody else's */
    {LOCKS | MOVING,
     2,
     {"x", "vals[0]", "vals[1]", "g.a"},
     {"g", "*dp"},
     {"arr"},
     {"&m"},
     {"COPY(*dp, *dp)", "dp = 0;", "SELF(vals)", "vals = 0;", "SELF(&vals[1])", "x = 1;",
      "SELF(arr)", "arr[1] = 1;"}},
    /* all of it */
    {BULK,
     1,
     {"x", "y", "g.a", "g.d", "h.b", "cells[0].data.a", "cells[i].x", "cells[1].x", "c->x",
      "c->data.c", "dp->b", "arr[0]", "arr[i]", "arr[2]", "brr[1]", "*ip", "l.a"},
     {"g", "g", "h", "cells[0].data", "cells[i].data", "c->data", "*dp", "l", "l"},
     {"arr", "brr", "w"},
     {"&m", "&m", "&row[i]", "&row[0]", "&cells[i].lock", "&cells[0].lock", "(q = lp)|q", "lp",
      "&c->lock", "&(c = heap)->lock|&c->lock", "#&rw", "@k"},
     {"dp = &h;",
      "dp = &cells[i].data;",
      "ip = &arr[2];",
      "lp = &n;",
      "lp = &row[i];",
      "lp = &heap->lock;",
      "heap = fresh(1);",
      "{ struct cell *k_ = fresh(2); P heap = k_; }",
      "pthread_mutex_lock(&n); P heap = fresh(1); P pthread_mutex_unlock(&n);",
      "pthread_mutex_lock(&n); P c = heap; P pthread_mutex_unlock(&n);",
      "c = heap;",
      "q = lp;",
      "c = fresh(0);",
      "free(heap);",
      "row[0] = row[1];",
      "x = fixed.a;",
      "l = fixed;",
      "ASSUME(x == 0)",
      "g.a = 2; ASSUME(0)",
      "if (WEAK(af, 0, 1)) { P x = 1; } else { P y = 1; }"}},
};

/* A local variable, or a global that main fills; declared, or filled, where it is named. */
typedef struct Named {
    const char *name, *text;
} Named;
static const Named locals[] = {
    {"i", "int i = argument != 0;"},   {"w", "long w[4] = {0};"},
    {"l", "struct data l = make(1);"}, {"c", "struct cell *c = &cells[argument != 0];"},
    {"q", "pthread_mutex_t *q = &m;"}, {"k", "struct node *k = np;"},
    {"r", "struct door *r = rp;"},
};
static const Named filled[] = {
    {"heap", "heap = fresh(0);"},
    {"np", "np = node(0);"},
    {"rp", "rp = door();"},
    {"locks", "locks = mutexes(2);"},
    {"vals", "vals = longs(0);"},
    {"lk", "lk = mutexes(1);"},
    {"never", "sem_init(&never, 0, 0);"},
    {"pool", "pool = pair(0);"},
    {"sem", "sem_init(&sem, 0, 1);"},
};

/* ---- one program ---- */

enum { FEW_SCALARS = 2, FEW_DATA = 2, FEW_WORDS = 2, FEW_LOCKS = 2, FEW_MOVES = 2 };

typedef struct Writer {
    uint64_t seed, dice;
    FILE *out;
    bool bulk, moving, second; /* second: it writes the second thread */
    bool flags;                /* see put_flagged ... */
    uint32_t flagged;          /* ... what is done there mostly */
    const char *scalars[FEW_SCALARS], *data[FEW_DATA], *words[FEW_WORDS], *locks[FEW_LOCKS],
        *moves[FEW_MOVES];
} Writer;

static uint32_t draw(Writer *w, uint32_t below)
{
    return dice_draw(&w->dice, below);
}
#define PICK(w, ...) DICE_PICK(&(w)->dice, __VA_ARGS__)

static void put(Writer *w, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vfprintf(w->out, format, args);
    va_end(args);
}

static void choose(Writer *w, const char **few, uint32_t count, const char *const *all)
{
    uint32_t len = 0;
    while (len < MOST && all[len])
        len++;
    for (uint32_t k = 0; k < count; k++) /* often one and the same */
        few[k] = k && draw(w, 2) ? few[0] : all[draw(w, len)];
}

static void choose_pair(Writer *w, const char *const *all)
{
    uint32_t pairs = 0;
    while (2 * pairs < MOST && all[2 * pairs])
        pairs++;
    memcpy(w->moves, &all[2 * draw(w, pairs)], sizeof w->moves);
}

static const char *scalar(Writer *w)
{
    return w->scalars[draw(w, FEW_SCALARS)];
}

static const char *data(Writer *w)
{
    return w->data[draw(w, FEW_DATA)];
}

static const char *words(Writer *w)
{
    return w->words[draw(w, FEW_WORDS)];
}

static void put_check(Writer *w)
{
    put(w, "    TWO(%s, %s, %s)\n", scalar(w), PICK(w, "==", "!=", "<="), scalar(w));
}

/* What must stay so if nobody interferes. */
static void put_alone(Writer *w)
{
    const char *place = scalar(w), *record = data(w), *array = words(w);
    uint32_t k = 3 + draw(w, 3), i = draw(w, 3);
    switch (draw(w, w->bulk ? 9 : 4)) {
    case 0:
    case 1:
        put(w, "    P %s = %u; P assert(%s == %u);\n", place, k, place, k);
        break;
    case 2:
        put(w, "    { P long v_ = %s; P assert(v_ == %s); }\n", place, place);
        break;
    case 3:
        put(w, "    { P long v_ = %s; P %s = v_ + 1; }\n", place, place);
        break;
    case 4:
        put(w, "    P MADE(%s, %u) P PASS(same, %s)\n", record, k, record);
        break;
    case 5:
        put(w, "    P CLEAR(%s) TWO(%s[%u], ==, %s[3])\n", array, array, i, array);
        break;
    case 6: /* two of them are changed together, and ... */
        put(w, "    P %s[%u] = %u; P %s[3] = %u;\n", array, i, k, array, k);
        break;
    case 7: /* ... looked at together */
        put(w, "    { %s WORDS(w, %s) %s TWO(w[%u], ==, w[3]) }\n",
            k & 1 ? "P __VERIFIER_atomic_begin();" : "", array,
            k & 1 ? "__VERIFIER_atomic_end();" : "", i);
        break;
    default:
        put(w, "    { %s P COPY(l, %s) %s P assert(l.a == l.c); }\n",
            k & 1 ? "P __VERIFIER_atomic_begin();" : "", record,
            k & 1 ? "__VERIFIER_atomic_end();" : "");
    }
}

static void put_work(Writer *w)
{
    const char *a = data(w), *b = data(w);
    switch (w->bulk || draw(w, 4) == 0 ? draw(w, 16) : 7 + draw(w, 9)) {
    case 0:
        put(w, "    P COPY(%s, %s)\n", a, b);
        break;
    case 1:
        put(w, "    P HALF(%s, %s)\n", a, b);
        break;
    case 2:
        put(w, "    P ZERO(%s)\n", a);
        break;
    case 3:
        put(w, "    P PASS(%s, %s)\n", PICK(w, "use", "look", "same"), a);
        break;
    case 4:
        put(w, "    P MADE(%s, %u)\n", a, draw(w, 3));
        break;
    case 5: {
        const char *from = words(w);
        put(w, "    P WORDS(%s, %s)\n", words(w), from);
        break;
    }
    case 6:
        put(w, "    P %s(%s)\n", PICK(w, "SHIFT", "CLEAR"), words(w));
        break;
    case 7:
    case 8:
        put(w, "    P %s = %u;\n", scalar(w), draw(w, 3));
        break;
    case 9: {
        const char *from = scalar(w);
        put(w, "    { P long v_ = %s; P %s = v_; }\n", from, scalar(w));
        break;
    }
    case 10:
        put_check(w);
        break;
    default:
        put_alone(w);
    }
}

/* Takes a lock that is found, or put, under another one: it may be replaced while it is held. */
static void put_handed(Writer *w, char local)
{
    static const struct {
        char local;
        const char *shared, *make, *lock;
    } kinds[] = {
        {'k', "np", "node(1)", "&k->lock"},
        {'c', "heap", "fresh(1)", "&c->lock"},
        {'q', "lk", "mutexes(1)", "q"},
    };
    uint32_t kind = 0;
    while (kinds[kind].local != local)
        kind++;
    const char *shared = kinds[kind].shared, *lock = kinds[kind].lock;
    if (draw(w, 2))
        put(w,
            "    P pthread_mutex_lock(&n); P %c = %s; P pthread_mutex_lock(%s);\n"
            "    P pthread_mutex_unlock(&n);\n",
            local, shared, lock);
    else
        put(w,
            "    %c = %s; P pthread_mutex_lock(&n); P %s = %c; P pthread_mutex_unlock(&n);\n"
            "    P pthread_mutex_lock(%s);\n",
            local, kinds[kind].make, shared, local, lock);
    if (draw(w, 3) == 0)
        put_work(w);
    put_alone(w);
    put(w, "    P pthread_mutex_unlock(%s);\n", lock);
    if (draw(w, 2))
        put(w, "    %c = 0;\n", local);
}

static void put_locked(Writer *w, const char *lock)
{
    bool rw = *lock == '#', tries = draw(w, 5) == 0, reads = rw && draw(w, 2);
    lock += rw;
    const char *bar = strchr(lock, '|'), *kind = rw ? "rwlock" : "mutex";
    int len = bar ? (int)(bar - lock) : (int)strlen(lock);
    const char *verb = rw ? reads ? "rdlock" : "wrlock" : "lock";
    put(w, tries ? "    P if (pthread_%s_try%s(%.*s) == 0) {\n" : "    P pthread_%s_%s(%.*s);\n",
        kind, verb, len, lock);
    for (uint32_t k = 1 + draw(w, 2); k; k--)
        put_work(w);
    put(w, "    P pthread_%s_unlock(%s);%s\n", kind, bar ? bar + 1 : lock, tries ? " }" : "");
}

/* The lock that the program is about. */
static const char *main_lock(const Writer *w)
{
    static const char *const handed[][2] = {{"@k", "&k->lock"}, {"@c", "&c->lock"}, {"@q", "q"}};
    const char *lock = w->locks[0], *bar = strchr(lock, '|');
    lock = bar ? bar + 1 : lock + (*lock == '#');
    for (size_t k = 0; k < sizeof handed / sizeof *handed; k++)
        if (strcmp(lock, handed[k][0]) == 0)
            lock = handed[k][1];
    return lock;
}

/* What happens to pointers and locks; `$` is the lock that the program is about. */
static void put_move(Writer *w)
{
    put(w, "    P ");
    for (const char *c = w->moves[draw(w, FEW_MOVES)]; *c; c++)
        if (*c == '$')
            put(w, "%s", main_lock(w));
        else
            put(w, "%c", *c);
    put(w, "\n");
}

/* Who holds the lock does something to it or to the way to it, and perhaps takes it once more. */
static void put_held(Writer *w, const char *lock)
{
    const char *bar = strchr(lock, '|'), *again = bar ? bar + 1 : lock;
    put(w, "    P pthread_mutex_lock(%.*s);\n", bar ? (int)(bar - lock) : (int)strlen(lock), lock);
    put_alone(w);
    put_move(w);
    if (draw(w, 3) == 0)
        put(w, "    P pthread_mutex_lock(%s);\n", again);
    put_alone(w);
    put(w, "    P pthread_mutex_unlock(%s);\n", again);
}

/* One thread says what it does next, right before it, or what it has done, right after; the other
 * one does something then, and both look: is there a point between the flag and what it is about?
 */
static void put_flagged(Writer *w)
{
    const char *lock = *main_lock(w) == '@' || w->locks[0][0] == '#' ? "&m" : main_lock(w);
    static const uint8_t kinds[][2] = {{0, 1}, {2, 2}, {3, 4}, {5, 6}, {3, 7}, {5, 6}};
    uint32_t kind = draw(w, 4) ? kinds[w->flagged][draw(w, 2)] : draw(w, 8);
    bool after = draw(w, 2);
    put(w, w->second ? "    { P int f_ = flag; if (f_) {\n" : after ? "" : "    P flag = 1;\n");
    switch (kind) {
    case 0:
        put(w, "    P if (pthread_mutex_trylock(%s)) { P assert(0); }\n", lock);
        put(w, "    P pthread_mutex_unlock(%s);\n", lock);
        break;
    case 1:
        put(w, "    P pthread_mutex_lock(%s);%s P pthread_mutex_unlock(%s);\n", lock,
            w->second ? "" : " P flag = 2;", lock);
        break;
    case 2:
        put(w, "    P if (sem_trywait(&sem)) { P assert(0); }\n    P sem_post(&sem);\n");
        break;
    case 3:
        put(w, "    P PASS(%s, %s)\n", PICK(w, "use", "same"), data(w));
        break;
    case 4:
        put(w, "    P MADE(%s, %u)\n", data(w), 1 + draw(w, 2));
        break;
    case 5: /* nothing but the lock: no point that something else needs */
        put(w, "    P if (pthread_spin_trylock(&spin)) { P assert(0); }\n");
        put(w, "    P pthread_spin_unlock(&spin);\n");
        break;
    case 6:
        put(w, "    P pthread_spin_lock(&spin);%s P pthread_spin_unlock(&spin);\n",
            w->second ? "" : " P flag = 2;");
        break;
    default:
        put_alone(w);
    }
    put(w, w->second ? "    } }\n" : after ? "    P flag = 1;\n" : "");
}

static void put_section(Writer *w)
{
    const char *lock = w->locks[draw(w, FEW_LOCKS)];
    uint32_t kind = draw(w, 8);
    if ((w->moving || w->flags) && draw(w, w->moving ? 4 : 3)) {
        w->moving ? put_move(w) : put_flagged(w);
        return;
    }
    if (!w->bulk && kind == 7 && *lock != '@' && *lock != '#') {
        put_held(w, lock);
        return;
    }
    if (kind == 0 && draw(w, 2)) {
        put(w, "    P __VERIFIER_atomic_begin();\n");
        put_work(w);
        put(w, "    __VERIFIER_atomic_end();\n");
    } else if (kind < (w->bulk ? 4 : 1)) {
        put_work(w);
    } else if (kind < (w->bulk ? 5 : 3)) {
        put_move(w);
        if (!w->bulk && *lock != '@' && draw(w, 2))
            put_locked(w, lock);
    } else if (*lock == '@') {
        put_handed(w, lock[1]);
    } else {
        put_locked(w, lock);
    }
}

/* Is the name in the text, as a word? */
static bool names(const char *text, const char *name)
{
    size_t len = strlen(name);
    for (const char *at = text; (at = strstr(at, name)); at++) {
        bool begins = at == text || (!isalnum((unsigned char)at[-1]) && at[-1] != '_' &&
                                     at[-1] != '.' && at[-1] != '>');
        if (begins && !isalnum((unsigned char)at[len]) && at[len] != '_')
            return true;
    }
    return false;
}

static char *body_of(Writer *w, uint32_t sections)
{
    char *text = NULL;
    size_t len = 0;
    FILE *out = w->out;
    w->out = open_memstream(&text, &len);
    for (; sections; sections--)
        put_section(w);
    fclose(w->out);
    w->out = out;
    return text;
}

static void put_locals(Writer *w, const char *text)
{
    for (size_t k = 0; k < sizeof locals / sizeof *locals; k++)
        if (names(text, locals[k].name))
            put(w, "    %s\n", locals[k].text);
}

static char *check_of(Writer *w)
{
    char *text = NULL;
    size_t len = 0;
    FILE *out = w->out;
    w->out = open_memstream(&text, &len);
    put_check(w);
    fclose(w->out);
    w->out = out;
    return text;
}

static void put_main(Writer *w, const char *bodies[2], const char *check)
{
    uint64_t s = w->seed;
    char first[64], second[64];
    snprintf(first, sizeof first, "F(run0_%" PRIu64 ")", s);
    snprintf(second, sizeof second, "F(run%u_%" PRIu64 ")", draw(w, 4) != 0, s);
    put(w, "static void F(last_%" PRIu64 ")(void)\n{\n    void *argument = 0; (void)argument;\n",
        s);
    put_locals(w, check);
    put(w, "%s}\n", check);
    put(w, "int F(main_%" PRIu64 ")(void)\n{\n    pthread_t a, b;\n", s);
    for (size_t k = 0; k < sizeof filled / sizeof *filled; k++)
        if (names(bodies[0], filled[k].name) || names(bodies[1], filled[k].name) ||
            names(check, filled[k].name) ||
            (k == 6 && (strstr(bodies[0], "ASSUME") || strstr(bodies[1], "ASSUME"))))
            put(w, "    %s\n", filled[k].text);
    if (draw(w, 4) == 0)
        put(w, "    %s\n",
            PICK(w, "lp = &row[1];", "ip = &arr[1];", "dp = &h;", "af = 1;", "x = 3;"));
    switch (draw(w, 8)) {
    case 0: /* the handlers run when the last thread has ended */
        put(w,
            "    pthread_create(&a, 0, %s, 0);\n    pthread_create(&b, 0, %s, &a);\n"
            "    STAY(a, b, F(last_%" PRIu64 "))\n}\n",
            first, second, s);
        return;
    case 1: /* main is a thread, too */
        put(w, "    pthread_create(&a, 0, %s, 0);\n    P %s(&b);\n    P pthread_join(a, 0);\n",
            first, second);
        break;
    case 2: /* one after the other */
        put(w,
            "    pthread_create(&a, 0, %s, 0);\n    P pthread_join(a, 0);\n"
            "    pthread_create(&b, 0, %s, &a);\n    P %s(0);\n    P pthread_join(b, 0);\n",
            first, second, first);
        break;
    case 3: /* nobody waits */
        put(w, "    pthread_create(&a, 0, %s, 0);\n    pthread_create(&b, 0, %s, &a);\n", first,
            second);
        break;
    default:
        put(w,
            "    pthread_create(&a, 0, %s, 0);\n    pthread_create(&b, 0, %s, &a);\n"
            "    P pthread_join(a, 0);\n    P pthread_join(b, 0);\n",
            first, second);
    }
    put(w, "    P F(last_%" PRIu64 ")();\n    return 0;\n}\n", s);
}

static const Theme *pick_theme(Writer *w, uint32_t only)
{
    int sum = 0;
    size_t count = sizeof themes / sizeof *themes;
    for (size_t k = 0; k < count; k++)
        sum += themes[k].weight;
    int chosen = (int)draw(w, (uint32_t)sum);
    size_t k = 0;
    while ((chosen -= themes[k].weight) >= 0)
        k++;
    return &themes[only ? (only - 1) % count : k];
}

MemoryProgram memory_make(uint64_t seed, uint32_t only)
{
    MemoryProgram program = {.seed = seed};
    size_t len = 0;
    Writer w = {.seed = seed, .dice = seed * 0x9e3779b97f4a7c15u + 1};
    draw(&w, 2);
    const Theme *theme = pick_theme(&w, only);
    w.bulk = theme->about & BULK, w.moving = theme->about & MOVING;
    choose(&w, w.scalars, FEW_SCALARS, theme->scalars);
    choose(&w, w.data, FEW_DATA, theme->data);
    choose(&w, w.words, FEW_WORDS, theme->words);
    choose(&w, w.locks, FEW_LOCKS, theme->locks);
    choose(&w, w.moves, FEW_MOVES, theme->moves);
    if (w.moving)
        choose_pair(&w, theme->moves);
    w.flags = draw(&w, 4) == 0;
    w.flagged = draw(&w, 6);
    w.out = open_memstream(&program.text, &len);
    char *bodies[2];
    for (int k = 0; k < 2; k++) {
        w.second = k;
        bodies[k] = body_of(&w, 1 + draw(&w, 2));
        put(&w, "static void *F(run%d_%" PRIu64 ")(void *argument)\n{\n    (void)argument;\n", k,
            seed);
        put_locals(&w, bodies[k]);
        put(&w, "%s    return 0;\n}\n", bodies[k]);
    }
    char *check = check_of(&w);
    put_main(&w, (const char *[2]){bodies[0], bodies[1]}, check);
    fclose(w.out);
    program.assumes = strstr(program.text, "ASSUME") != NULL;
    free(bodies[0]), free(bodies[1]), free(check);
    return program;
}

/* ---- files ---- */

void memory_write(FILE *out, const MemoryProgram *programs, uint32_t count)
{
    fputs(head, out);
    for (int split = 0; split < 2; split++) {
        fputs(split ? split_macros : plain_macros, out);
        fprintf(out, "#define F(name) name##_%s\n", split ? "split" : "plain");
        for (uint32_t k = 0; k < count; k++)
            fputs(programs[k].text, out);
        for (size_t k = 0; k < sizeof macros / sizeof *macros; k++)
            fprintf(out, "#undef %s\n", macros[k]);
    }
}

void memory_main(char *name, size_t size, uint64_t seed, bool split)
{
    snprintf(name, size, "main_%" PRIu64 "_%s", seed, split ? "split" : "plain");
}

void memory_print(FILE *out, const MemoryProgram *program)
{
    fprintf(out, "%s#ifdef SPLIT\n%s#else\n%s#endif\n#define F(name) name\n", head, split_macros,
            plain_macros);
    fprintf(out, "#define main_%" PRIu64 " main\n%s", program->seed, program->text);
}
