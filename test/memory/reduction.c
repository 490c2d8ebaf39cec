/* reduction.c -- random programs under a memory model: with transactions, with persistent sets of
 * these, and action by action.
 *
 *   reduction SEED COUNT [-v] [loops]
 *
 * A program is 2 to 4 threads that read, write and update a few cells with all orders, and use fences, plain variables,
 * locks, locks that they write themselves, branches, loops that wait, fork and join, atomic regions, a counter of a library, and
 * objects on the heap, which become
 * known by a pointer, are read, written and freed.  Action by action, ended threads keep what they know until they are
 * waited for (machine/foresee.c).  Verdicts, the sets of final values, and who can be stuck for good must be equal; if there is a
 * data race any other error may be found in its place.  Exit status 1 if not.
 *
 * `loops`: programs whose threads look, and look again (rounds.h), every third one under C11. */
#include <stdio.h>
#include <stdlib.h>

#include "machine/memory.h"
#include "machine/schedule.h"
#include "machine/states.h"
#include "movers/persistent.h"
#include "rounds.h"

enum {
    MOST_STATES = 30000,
    TEXT = 1 << 14,
    OUTCOME = 256,
    CELLS = 3,
    DATA = 2,
    POINTERS = 2,
    RESULTS = 20
};

/* ---- programs ---- */

typedef struct Maker {
    uint64_t seed;
    char text[TEXT];
    size_t len;
    uint32_t cells, results, labels;
    uint32_t fences, updates, plain, locks, waits, spins, branches, regions, heap; /* in 100 */
    bool held;   /* the thread has the lock */
    bool weaker; /* hardly any seq_cst */
} Maker;

static uint32_t pick(Maker *k, uint32_t count)
{
    k->seed = k->seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(k->seed >> 33) % count;
}

static bool chance(Maker *k, uint32_t percent)
{
    return pick(k, 100) < percent;
}

__attribute__((format(printf, 2, 3))) static void say(Maker *k, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    k->len += (size_t)vsnprintf(k->text + k->len, TEXT - k->len, format, args);
    va_end(args);
    hard_assert(k->len < TEXT);
}

static const char *order(Maker *k, const char *const *orders, uint32_t count)
{
    uint32_t which = pick(k, count + (k->weaker ? 0 : count));
    return which < count ? orders[which] : "";
}

static const char *load_order(Maker *k)
{
    static const char *const orders[] = {".relaxed", ".acquire"};
    return order(k, orders, 2);
}

static const char *store_order(Maker *k)
{
    static const char *const orders[] = {".relaxed", ".release"};
    return order(k, orders, 2);
}

static const char *any_order(Maker *k)
{
    static const char *const orders[] = {".relaxed", ".acquire", ".release", ".acq_rel"};
    return order(k, orders, 4);
}

/* What was read is kept where only this thread writes. */
static void keep_result(Maker *k)
{
    if (k->results == RESULTS)
        return;
    if (chance(k, 50))
        say(k, "    point\n");
    say(k, "    store s32 [@r%u], %%v r%u\n", k->results, k->results);
    k->results++;
}

static void say_load(Maker *k, uint32_t cell)
{
    say(k, "    point\n    %%v = load.atomic%s s32 [@x%u] x%u\n", load_order(k), cell, cell);
    keep_result(k);
}

static void say_update(Maker *k, uint32_t cell, uint32_t value)
{
    bool compares = chance(k, 40);
    uint32_t label = k->labels++;
    const char *fail = load_order(k);
    say(k, "    point\n    atomic\n    %%v = load.atomic.update%s s32 [@x%u] x%u\n", fail, cell,
        cell);
    if (compares)
        say(k, "    %%c = eq s32 %%v, 0\n    branch %%c, a%u, b%u\n  a%u:\n", label, label, label);
    say(k, "    store.atomic.update%s s32 [@x%u], %u x%u\n", any_order(k), cell, value, cell);
    if (compares)
        say(k, "  b%u:\n", label);
    say(k, "    end\n");
    keep_result(k);
}

static void say_plain(Maker *k, uint32_t value)
{
    uint32_t d = pick(k, DATA);
    bool locks = !k->held && chance(k, k->locks), point = chance(k, 70);
    if (locks)
        say(k, "  l%u:\n    point\n    acquire @m m head l%u\n", k->labels, k->labels);
    k->labels += locks;
    if (point)
        say(k, "    point\n");
    if (chance(k, 50)) {
        say(k, "    %%v = load s32 [@d%u] d%u\n", d, d);
        keep_result(k);
    } else
        say(k, "    store s32 [@d%u], %u d%u\n", d, value, d);
    if (locks)
        say(k, "    point\n    release @m m\n");
}

/* What happens at once, and in the library: others do it before or after. */
static void say_region(Maker *k)
{
    uint32_t d = pick(k, DATA);
    say(k, "    point\n");
    if (chance(k, 50)) {
        say(k, "    %%v = call %s%u()\n", chance(k, 50) ? "Count" : "Look", pick(k, 2));
    } else {
        say(k, "    atomic\n    %%v = load s32 [@d%u] d%u\n", d, d);
        say(k, "    %%v = add s32 %%v, 1\n    store s32 [@d%u], %%v d%u\n    end\n", d, d);
    }
    keep_result(k);
}

/* What a thread does to an object that it has got to know; it may have ended meanwhile. */
static void say_use(Maker *k, uint32_t value)
{
    if (chance(k, 40)) {
        say(k, "    point\n    %%v = load s32 [%%p] n\n");
        keep_result(k);
    } else if (chance(k, 40)) {
        say(k, "    point\n    %%v = load.atomic%s s32 [%%p + 4] a\n", load_order(k));
        keep_result(k);
    } else if (chance(k, 50)) {
        say(k, "    point\n    store.atomic%s s32 [%%p + 4], %u a\n", store_order(k), value);
    } else if (chance(k, 50)) {
        say(k, "    point\n    store s32 [%%p], %u n\n", value);
    } else
        say(k, "    point\n    free %%p\n");
}

/* An object becomes known, or what was known is used. */
static void say_heap(Maker *k, uint32_t value)
{
    uint32_t cell = pick(k, POINTERS), label = k->labels++;
    if (chance(k, 45)) {
        say(k, "    point\n    %%p = alloc Node, 0\n    store s32 [%%p], %u n\n", value);
        say(k, "    point\n    store.atomic%s ptr [@p%u], %%p p%u\n", store_order(k), cell, cell);
        return;
    }
    say(k, "    point\n    %%p = load.atomic%s ptr [@p%u] p%u\n", load_order(k), cell, cell);
    say(k, "    %%c = eq ptr %%p, 0\n    branch %%c, n%u, y%u\n  y%u:\n", label, label, label);
    say_use(k, value);
    if (chance(k, 30))
        say_use(k, value);
    say(k, "  n%u:\n", label);
}

static void say_access(Maker *k)
{
    uint32_t cell = pick(k, k->cells), value = 1 + pick(k, 3);
    if (chance(k, k->heap))
        say_heap(k, value);
    else if (chance(k, k->regions))
        say_region(k);
    else if (chance(k, k->plain))
        say_plain(k, value);
    else if (chance(k, k->updates))
        say_update(k, cell, value);
    else if (chance(k, 50))
        say_load(k, cell);
    else
        say(k, "    point\n    store.atomic%s s32 [@x%u], %u x%u\n", store_order(k), cell, value,
            cell);
}

/* Until something was written, or this value was. */
static void say_wait(Maker *k)
{
    uint32_t label = k->labels++, cell = pick(k, k->cells), value = pick(k, 4);
    say(k, "  w%u:\n    point\n    %%v = load.atomic%s s32 [@x%u] x%u\n", label, load_order(k),
        cell, cell);
    say(k, "    %%c = %s s32 %%v, %u\n    branch %%c, w%u, g%u\n  g%u:\n", value ? "ne" : "eq",
        value, label, label, label);
}

/* Takes a lock by an update that compares, or by one that need not, and may give it back. */
static void say_spin(Maker *k)
{
    uint32_t label = k->labels++, cell = pick(k, 2);
    bool compares = chance(k, 50);
    say(k, "  k%u:\n    point\n    atomic\n    %%v = load.atomic.update%s s32 [@q%u] q%u\n", label,
        load_order(k), cell, cell);
    say(k, "    %%c = eq s32 %%v, 0\n");
    if (compares)
        say(k, "    branch %%c, a%u, b%u\n  a%u:\n", label, label, label);
    say(k, "    store.atomic.update%s s32 [@q%u], 1 q%u\n", any_order(k), cell, cell);
    if (compares)
        say(k, "  b%u:\n", label);
    say(k, "    end\n    branch %%c, g%u, k%u\n  g%u:\n", label, label, label);
    if (chance(k, 50))
        say_access(k);
    if (chance(k, 85))
        say(k, "    point\n    store.atomic%s s32 [@q%u], 0 q%u\n", store_order(k), cell, cell);
}

static void say_statement(Maker *k)
{
    static const char *const fences[] = {".acquire", ".release", ".acq_rel"};
    if (chance(k, k->fences)) {
        say(k, "    fence%s\n", order(k, fences, 3));
    } else if (chance(k, k->waits)) {
        say_wait(k);
    } else if (chance(k, k->spins)) {
        say_spin(k);
    } else if (chance(k, k->branches)) {
        uint32_t label = k->labels++;
        say_load(k, pick(k, k->cells));
        say(k, "    %%c = eq s32 %%v, 0\n    branch %%c, n%u, y%u\n  y%u:\n", label, label, label);
        say_access(k);
        say(k, "  n%u:\n", label);
    } else
        say_access(k);
}

static void say_body(Maker *k, uint32_t most)
{
    for (uint32_t n = 1 + pick(k, most); n; n--)
        say_statement(k);
}

/* Procedures of the library, which may put threads in order. */
static void say_counter(Maker *k, uint32_t n, const char *order)
{
    say(k, "\nlibrary proc Count%u() -> s32 {\n    reg %%v: s32\n    atomic\n", n);
    say(k, "    %%v = load.atomic%s s32 [@c%u] c%u\n    %%v = add s32 %%v, 1\n", order, n, n);
    say(k, "    store.atomic%s s32 [@c%u], %%v c%u\n    end\n    return %%v\n}\n", order, n, n);
    say(k, "\nlibrary proc Look%u() -> s32 {\n    reg %%v: s32\n", n);
    say(k, "    %%v = load.atomic%s s32 [@c%u] c%u\n    return %%v\n}\n", order, n, n);
}

static const char *make(Maker *k, uint64_t seed)
{
    *k = (Maker){.seed = seed * 2654435761u + 1};
    uint32_t threads = 2 + (chance(k, 30) ? 1 : 0);
    k->cells = 1 + pick(k, CELLS);
    k->fences = pick(k, 3) * 10;
    k->updates = pick(k, 3) * 10;
    k->plain = pick(k, 3) * 15;
    k->locks = pick(k, 3) * 50;
    k->waits = chance(k, 25) ? 15 : 0;
    k->spins = chance(k, 20) ? 30 : 0;
    k->branches = pick(k, 2) * 15;
    k->weaker = chance(k, 40);
    k->regions = chance(k, 35) ? 45 : 0;
    k->heap = chance(k, 30) ? 40 : 0;
    for (uint32_t n = 0; n < CELLS; n++)
        say(k, "global x%u: s32\n", n);
    for (uint32_t n = 0; n < DATA; n++)
        say(k, "global d%u: s32\n", n);
    for (uint32_t n = 0; n < RESULTS; n++)
        say(k, "global r%u: s32\n", n);
    say(k, "layout Node record { v: s32 region n, a: s32 region a }\nglobal p0: ptr\nglobal p1: "
           "ptr\n");
    say(k, "global c0: s32\nglobal c1: s32\nglobal q0: s32\nglobal q1: s32\n");
    say(k, "global m: tid\nthread Main\n");
    say_counter(k, 0, "");
    say_counter(k, 1, ".acq_rel");
    for (uint32_t t = 0; t < threads; t++) {
        say(k, "\nproc T%u() {\n    reg %%v: s32, %%c: u1, %%p: ptr\n", t);
        say_body(k, threads < 3 ? 4 : 3);
        say(k, "    point\n    return\n}\n");
    }
    say(k,
        "\nproc Main() {\n    reg %%v: s32, %%c: u1, %%p: ptr, %%t0: tid, %%t1: tid, %%t2: tid\n");
    if (chance(k, 30))
        say_body(k, 2);
    for (uint32_t t = 0; t < threads; t++) {
        say(k, "    point\n    %%t%u = fork T%u()\n", t, t);
        if (t + 1 < threads && chance(k, 10))
            say_body(k, 1);
    }
    if (chance(k, 20))
        say_body(k, 1);
    bool between = chance(k, 15);
    for (uint32_t t = 0; t < threads; t++) {
        say(k, "  j%u:\n    point\n    join %%t%u head j%u\n", t, t, t);
        if (between)
            say_body(k, 1);
    }
    if (chance(k, 40))
        say_body(k, 2);
    say(k, "    point\n    return\n}\n");
    return k->text;
}

/* ---- searches ---- */

typedef struct Finals {
    VEC(char *) all; /* sorted */
    char error[64];  /* empty: none */
    bool many;       /* too many states */
    uint32_t states;
    uint32_t stuck; /* in some state, a bit for each thread */
    bool goes_on;   /* some transaction went on where it had been open, see movers/again.c */
} Finals;

/* What a step leads to, and whether others could see it. */
typedef struct Edge {
    uint32_t from, thread;
    bool shows;
} Edge;

typedef struct Search {
    Machine *m;
    const Program *program;
    Movers *v;     /* NULL: action by action */
    Persistent *p; /* NULL: all threads run in each state */
    States states;
    State state;
    Outcomes out;
    Finals *finals;
    VEC(Edge) edges;   /* where they lead to is in states.told */
    VEC(uint32_t) can; /* state -> who can get on */
} Search;

static void add_final(Search *s)
{
    char text[OUTCOME];
    size_t len = 0, at = 0;
    store_load(s->m, s->state.g);
    for (uint32_t g = 1; g < s->program->globals.len; g++) {
        uint64_t value = 0;
        machine_peek(s->m, g, 0, (Type){TYPE_SIGNED, 32}, &value);
        len += (size_t)snprintf(text + len, OUTCOME - len, "%u ", (uint32_t)value);
    }
    store_undo(s->m);
    while (at < s->finals->all.len && strcmp(s->finals->all.at[at], text) < 0)
        at++;
    if (at < s->finals->all.len && strcmp(s->finals->all.at[at], text) == 0)
        return;
    vec_push(&s->finals->all, NULL);
    for (size_t k = s->finals->all.len - 1; k > at; k--)
        s->finals->all.at[k] = s->finals->all.at[k - 1];
    s->finals->all.at[at] = strdup(text);
}

/* ---- who is stuck for good, by its definition ---- */

/* An action, with what others could see of it. */
static bool on_touch(void *self, const Touch *touch)
{
    Search *s = self;
    if (machine_will_change(s->m, touch))
        machine_show(s->m);
    return true;
}

static void on_begin(void *self, bool at_choice)
{
    (void)self, (void)at_choice;
}

static bool on_point(void *self, uint32_t pc)
{
    (void)self, (void)pc;
    return true;
}

static void on_first(void *self, uint32_t pc)
{
    (void)self, (void)pc;
}

static bool on_yes(void *self)
{
    (void)self;
    return true;
}

static void run_action(Search *s, size_t t)
{
    Watcher watcher = {.self = s,
                       .begin = on_begin,
                       .touch = on_touch,
                       .point = on_point,
                       .stuck = on_point,
                       .waits = on_yes,
                       .first = on_first,
                       .circle = on_yes};
    state_run(s->m, &s->state, t, &watcher, &s->out);
}

static void note_step(Search *s, uint32_t thread, const Outcome *o)
{
    uint32_t *can = &vec_last(&s->can);
    if (outcome_has_successor(o))
        vec_push(&s->edges,
                 ((Edge){(uint32_t)s->can.len - 1, thread, o->shows || o->kind == OUTCOME_ENDED}));
    else if (o->kind == OUTCOME_WRONG || (o->kind == OUTCOME_CUT && !o->dropped))
        *can = UINT32_MAX;
    else if (o->kind == OUTCOME_IDLE || (o->kind == OUTCOME_BLOCKED && o->awaits))
        *can |= 1u << thread;
}

static void find_stuck(Search *s)
{
    hard_assert(s->edges.len == s->states.told.len);
    for (bool more = true; more;) {
        more = false;
        for (size_t k = s->edges.len; k-- > 0;) {
            const Edge *edge = &s->edges.at[k];
            uint32_t *can = &s->can.at[edge->from], was = *can;
            *can |= s->can.at[s->states.told.at[k]] | (edge->shows ? 1u << edge->thread : 0);
            more |= *can != was;
        }
    }
    vec_each (uint32_t, can, &s->can)
        s->finals->stuck |= ~*can;
}

/* ---- the states ---- */

static void take(Search *s, size_t t, const Outcomes *out, bool *runs, bool *waits)
{
    for (size_t k = 0; k < out->len; k++) {
        const Outcome *o = &out->all.at[k];
        note_step(s, s->state.threads.at[t].tid.ix, o);
        if (o->kind == OUTCOME_WRONG && strcmp(s->finals->error, "race") != 0)
            snprintf(s->finals->error, sizeof s->finals->error, "%s", error_info[o->error].key);
        *waits |= o->kind == OUTCOME_BLOCKED;
        *runs |= o->kind != OUTCOME_BLOCKED && o->kind != OUTCOME_IDLE;
        if (outcome_has_successor(o))
            states_put_step(&s->states, &s->state, t, o);
    }
}

/* The threads that go first; true: they are enough. */
static bool expand_some(Search *s, uint32_t id)
{
    bool runs = false, waits = false;
    if (!persistent_find(s->p, &s->state))
        return false;
    each_live (t, &s->state)
        if (s->p->threads.at[t].chosen)
            take(s, t, persistent_outcomes(s->p, &s->state, t), &runs, &waits);
    states_flush(&s->states);
    return persistent_leads_on(s->p, id, s->states.first.at, s->states.first.len);
}

static void expand(Search *s, uint32_t id)
{
    bool runs = false, waits = false, live = false;
    ptrdiff_t chooser = state_chooser(s->m, &s->state);
    if (s->p && chooser < 0 && expand_some(s, id))
        return;
    each_turn (t, &s->state, chooser) {
        live = true;
        if (s->v)
            transaction_run(s->v, &s->state, t, &s->out);
        else
            run_action(s, t);
        take(s, t, &s->out, &runs, &waits);
    }
    states_flush(&s->states);
    if (waits && !runs && !(s->v && s->v->broken) && !*s->finals->error)
        snprintf(s->finals->error, sizeof s->finals->error, "deadlock");
    if (!live)
        add_final(s);
}

static void forget(Finals *finals)
{
    vec_each (char *, text, &finals->all)
        free(*text);
    vec_free(&finals->all);
    *finals = (Finals){0};
}

static void search_once(Search *s)
{
    bool is_new;
    forget(s->finals);
    s->states = (States){.m = s->m, .tells_first = true, .tells = true};
    s->edges.len = s->can.len = 0;
    if (s->p)
        s->p->onward.len = 0;
    machine_initial(s->m, &s->out);
    state_initial(s->m, &s->out.all.at[0], &s->state);
    states_add(&s->states, &s->state, &is_new);
    for (uint32_t id = 0; id < states_count(&s->states) && !s->finals->many; id++) {
        uint32_t live = 0;
        states_load(&s->states, (StateId){id}, &s->state);
        each_live (t, &s->state)
            live |= 1u << s->state.threads.at[t].tid.ix;
        vec_push(&s->can, ~live);
        expand(s, id);
        s->finals->many = id == MOST_STATES;
    }
    s->finals->states = states_count(&s->states);
    if (!s->finals->many)
        find_stuck(s);
    states_free(&s->states);
}

/* Action by action, with transactions, with persistent sets of these. */
typedef enum How { BY_ACTIONS, BY_TRANSACTIONS, BY_PERSISTENT_SETS } How;

static void search(const Program *program, const MemoryModel *model, How how, Finals *finals)
{
    Movers v;
    Persistent p = {0};
    bool reduces = how != BY_ACTIONS;
    MachineOptions options = {.memory = model, .track_owners = true};
    Search s = {.m = machine_new(program, options), .program = program, .finals = finals};
    if (reduces) {
        movers_begin(&v, s.m, program, PROPERTY_ASSERT | PROPERTY_DEADLOCK | PROPERTY_HANG);
        v.whole = true;
        v.hangs = true;
        s.v = &v;
        persistent_begin(&p, &v, &options);
        s.p = how == BY_PERSISTENT_SETS && p.on ? &p : NULL;
    }
    do {
        if (reduces)
            movers_start(&v);
        search_once(&s);
    } while (reduces && v.broken && !finals->many);
    if (reduces)
        vec_each (OpenCount, count, &v.again.counts)
            finals->goes_on |= count->ends > 0;
    persistent_end(&p);
    if (reduces)
        movers_end(&v);
    vec_free(&s.edges);
    vec_free(&s.can);
    state_free(&s.state);
    outcomes_free(&s.out);
    machine_free(s.m);
}

/* ---- comparison ---- */

static bool agree(const Finals *a, const Finals *b)
{
    bool race = strcmp(a->error, "race") == 0 || strcmp(b->error, "race") == 0;
    if (race)
        return *a->error && *b->error && strcmp(a->error, "deadlock") != 0 &&
               strcmp(b->error, "deadlock") != 0;
    if (strcmp(a->error, b->error) != 0 || a->all.len != b->all.len || a->stuck != b->stuck)
        return false;
    for (size_t k = 0; k < a->all.len; k++)
        if (strcmp(a->all.at[k], b->all.at[k]) != 0)
            return false;
    return true;
}

static Program *parse(Sources *sources, const char *text)
{
    Diag diag = {.sources = sources};
    char why[256] = "";
    uint32_t pc;
    int file = source_add(sources, "random.ir", text, strlen(text));
    Program *program = ir_parse(sources, file, &diag);
    diag_print(&diag, stderr);
    if (!program || !ir_verify(program, why, sizeof why, &pc))
        printf("%s\nno program: %s\n", text, why);
    diag_free(&diag);
    return program;
}

typedef struct Counts {
    uint64_t programs, many, errors, races, stuck, full, reduced, persistent, went_on, wrong;
} Counts;

static void blame(Counts *counts, const char *text, uint64_t seed, bool verbose, const Finals *full,
                  const char *how, const Finals *other)
{
    counts->wrong++;
    printf("seed %llu: %zu outcomes %s, stuck %x, with %s %zu %s, stuck %x\n",
           (unsigned long long)seed, full->all.len, full->error, full->stuck, how, other->all.len,
           other->error, other->stuck);
    if (verbose)
        printf("%s\n", text);
}

static void compare(uint64_t seed, const char *text, const MemoryModel *model, bool verbose,
                    Counts *counts)
{
    Sources sources = {0};
    Finals full = {0}, reduced = {0}, some = {0};
    Program *program = parse(&sources, text);
    hard_assert(program);
    MemoryModel late = *model;
    late.expect = NULL;
    search(program, &late, BY_ACTIONS, &full);
    full.many |= strcmp(full.error, "history") == 0; /* others need not come to that */
    if (!full.many) {
        search(program, model, BY_TRANSACTIONS, &reduced);
        search(program, model, BY_PERSISTENT_SETS, &some);
    }
    counts->programs++;
    counts->many += full.many;
    counts->errors += *full.error != 0;
    counts->races += strcmp(full.error, "race") == 0;
    counts->stuck += full.stuck != 0;
    counts->went_on += reduced.goes_on || some.goes_on;
    counts->full += full.many ? 0 : full.states;
    counts->reduced += reduced.states;
    counts->persistent += some.states;
    if (verbose)
        printf("seed %llu: %zu outcomes, %s, states %u %u %u\n", (unsigned long long)seed,
               full.all.len, full.error, full.states, reduced.states, some.states);
    if (!full.many && !reduced.many && !agree(&full, &reduced))
        blame(counts, text, seed, verbose, &full, "transactions", &reduced);
    if (!full.many && !some.many && !agree(&full, &some))
        blame(counts, text, seed, verbose, &full, "persistent sets", &some);
    forget(&full);
    forget(&reduced);
    forget(&some);
    program_free(program);
    source_free(&sources);
}

int main(int count, char **args)
{
    static Maker maker;
    static char text[TEXT];
    bool verbose = false, loops = false;
    if (count < 3)
        return 2;
    Counts counts = {0};
    uint64_t seed = strtoull(args[1], NULL, 10), many = strtoull(args[2], NULL, 10);
    for (int k = 3; k < count; k++) {
        verbose |= strcmp(args[k], "-v") == 0;
        loops |= strcmp(args[k], "loops") == 0;
    }
    for (uint64_t k = seed; k < seed + many; k++) {
        if (loops)
            rounds_print(k, text, TEXT);
        compare(k, loops ? text : make(&maker, k),
                machine_memory(loops && k % 3 == 2 ? MEMORY_C11 : MEMORY_RC11), verbose, &counts);
    }
    printf("%llu programs, %llu too large, %llu with errors, %llu of these races, %llu stuck, %llu "
           "went on, %llu states, "
           "%llu with transactions, "
           "%llu with persistent sets, %llu differ\n",
           (unsigned long long)counts.programs, (unsigned long long)counts.many,
           (unsigned long long)counts.errors, (unsigned long long)counts.races,
           (unsigned long long)counts.stuck, (unsigned long long)counts.went_on,
           (unsigned long long)counts.full, (unsigned long long)counts.reduced,
           (unsigned long long)counts.persistent, (unsigned long long)counts.wrong);
    return counts.wrong != 0;
}
