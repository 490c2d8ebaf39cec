/* hang.c -- threads that are stuck for good.
 *
 * In a state a thread *can get on* if there is a run from there in which it ends, or shows something:
 * changes what another thread can see, starts or joins a thread, prints (Outcome.shows); or in which the
 * process ends, or an assumption fails.  Taking and giving back a lock shows nothing.  Who comes to
 * wait for the end of a thread is no reason to complain, unless threads wait for each other's ends in a
 * circle: the other one is stuck itself, or it serves for ever.  A thread that has not ended and cannot get
 * on is stuck: it waits, or goes round in a loop, for ever, whatever anybody does.  No fairness is
 * needed to say so.
 *
 * While states are expanded, each step is kept as an edge: where it leads to, whose step it was and
 * whether it showed something; with symmetry, also which names the threads have got.  When the search is
 * over, who can get on is computed backward over all edges, a bit for each thread of a state, until
 * nothing changes.  The first state with a bit left is the nearest one in which somebody is stuck.
 *
 * doc/theory.md, "Hangs", says why that is right over transactions, persistent sets, locks that programs
 * write themselves, symmetry and slices. */
#include "engine/explore/search.h"

#include "base/log.h"

/* In Hangs.how, with the number of a thread.  LATE: the thread does something that others could see, by both movers, and comes to
 * wait in the same transaction; that is no step of the search, and leads nowhere. */
enum { SHOWS = 128, LATE = 64 };
enum { MOST_NUMBERS = 64 };

static uint64_t bit_of(uint32_t tid)
{
    return tid < MOST_NUMBERS ? (uint64_t)1 << tid : 0;
}

/* A task that runs in a circle is left out of the search: nobody ever sees what it did. */
bool search_has_tasks(const Program *program)
{
    vec_each (Instr, i, &program->code)
        if (i->op == OP_POST)
            return true;
    return false;
}

const char *hang_refusal(const Job *job)
{
    if (search_has_tasks(job->program))
        return "hangs of tasks are not looked for";
    if (job->options->zing_counting)
        return "hangs are not looked for with --zing-counting";
    return NULL;
}

void hang_begin(Search *s)
{
    Hangs *h = &s->hangs;
    h->first.len = h->how.len = h->named.len = h->can.len = 0;
    h->too_many = false;
    s->states.tells = h->on;
}

void hang_free(Search *s)
{
    Hangs *h = &s->hangs;
    vec_free(&h->first);
    vec_free(&h->how);
    vec_free(&h->named);
    vec_free(&h->can);
    records_free(&h->names);
}

/* ---- every action, where nothing is reduced ---- */

static void on_begin(void *self, bool at_choice)
{
    (void)self, (void)at_choice;
}

static bool on_touch(void *self, const Touch *touch)
{
    Search *s = self;
    if (!machine_shows(s->m) && machine_will_change(s->m, touch))
        machine_show(s->m);
    return true;
}

static bool on_point(void *self, uint32_t pc)
{
    (void)self, (void)pc;
    return true;
}

static bool on_yes(void *self)
{
    (void)self;
    return true;
}

static void on_first(void *self, uint32_t pc)
{
    (void)self, (void)pc;
}

void hang_step(Search *s, const State *state, size_t index)
{
    Watcher watcher = {.self = s,
                       .begin = on_begin,
                       .touch = on_touch,
                       .point = on_point,
                       .stuck = on_point,
                       .waits = on_yes,
                       .first = on_first,
                       .circle = on_yes};
    state_run(s->m, state, index, &watcher, &s->out);
}

/* ---- while states are expanded ---- */

/* Is it meant to run, or to wait, for ever? */
static bool is_daemon(Search *s, Tid tid)
{
    const char *list = s->job->options->daemon;
    const char *entry = *list ? machine_thread_entry(s->m, tid) : "";
    size_t len = strlen(entry);
    for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',')
        if (strcspn(at, ",") == len && strncmp(at, entry, len) == 0)
            return true;
    return false;
}

/* State number `h->first.len` is expanded from now on. */
void hang_open(Search *s)
{
    Hangs *h = &s->hangs;
    uint64_t live = 0;
    each_live (t, &s->state) {
        Tid tid = s->state.threads.at[t].tid;
        h->too_many |= tid.ix >= MOST_NUMBERS;
        if (!is_daemon(s, tid))
            live |= bit_of(tid.ix);
    }
    assert(h->first.len == h->can.len && h->how.len == s->states.told.len);
    vec_push(&h->first, (uint32_t)h->how.len);
    vec_push(&h->can, ~live);
    memset(h->awaits, 0, sizeof h->awaits);
    h->late = 0;
}

/* The thread waits for the end of another one. */
void hang_wait(Search *s, Tid tid, Tid other)
{
    s->hangs.awaits[tid.ix % MOST_NUMBERS] = (uint8_t)(other.ix % MOST_NUMBERS + 1);
}

static void push_late(Search *s)
{
    Hangs *h = &s->hangs;
    for (uint32_t tid = 0; tid < MOST_NUMBERS; tid++) {
        if (!(h->late >> tid & 1))
            continue;
        vec_push(&s->states.told, 0);
        vec_push(&h->how, (uint8_t)(tid | LATE));
        if (s->symmetric)
            vec_push(&h->named, 0);
    }
}

/* Who waits for the end of one who does not wait for an end is not to blame. */
static uint64_t find_blameless(const Hangs *h)
{
    uint64_t blameless = 0;
    for (uint32_t tid = 0; tid < MOST_NUMBERS; tid++) {
        uint32_t at = tid;
        for (uint32_t k = 0; k < MOST_NUMBERS && h->awaits[at]; k++)
            at = h->awaits[at] - 1u;
        if (h->awaits[tid] && !h->awaits[at])
            blameless |= bit_of(tid);
    }
    return blameless;
}

/* All steps of the state are told. */
void hang_close(Search *s)
{
    push_late(s);
    vec_last(&s->hangs.can) |= find_blameless(&s->hangs);
}

void hang_note(Search *s, Tid tid, const Outcome *o)
{
    Hangs *h = &s->hangs;
    uint64_t *can = &vec_last(&h->can);
    if (outcome_has_successor(o)) {
        bool shows = o->shows || o->kind == OUTCOME_ENDED;
        vec_push(&h->how, (uint8_t)(tid.ix % MOST_NUMBERS | (shows ? SHOWS : 0)));
        if (s->symmetric)
            vec_push(&h->named, h->name);
    } else if (o->kind == OUTCOME_BLOCKED && o->awaits)
        hang_wait(s, tid, (Tid){o->awaits - 1});
    else if (o->kind == OUTCOME_BLOCKED && o->shows && o->ends.len)
        h->late |= bit_of(tid.ix);
    else if (o->kind == OUTCOME_IDLE)
        *can |= bit_of(tid.ix);
    else if (o->kind == OUTCOME_WRONG || (o->kind == OUTCOME_CUT && !o->dropped))
        *can = ~(uint64_t)0; /* the end of the process */
}

/* The state that is about to be put has other names. */
void hang_rename(Search *s)
{
    uint64_t words[(MOST_NAMES + 7) / 8] = {0};
    memcpy(words, symmetry_names(s->m), MOST_NAMES);
    s->hangs.name = records_add(&s->hangs.names, words, sizeof words / sizeof *words);
}

/* ---- who can get on ---- */

/* Those of a state who can, if these can in the state behind a step. */
static uint64_t behind(const Hangs *h, uint32_t edge, uint64_t can)
{
    if (!h->named.len || !h->named.at[edge])
        return can;
    const uint8_t *names = (const uint8_t *)records_get(&h->names, h->named.at[edge]);
    uint64_t before = can & ~(((uint64_t)1 << MOST_NAMES) - 1);
    for (uint32_t tid = 0; tid < MOST_NAMES; tid++)
        if (can >> names[tid] & 1)
            before |= (uint64_t)1 << tid;
    return before;
}

static uint64_t mover(const Hangs *h, uint32_t edge)
{
    return (uint64_t)1 << (h->how.at[edge] & (MOST_NUMBERS - 1));
}

static uint64_t can_now(Search *s, uint32_t id)
{
    const Hangs *h = &s->hangs;
    uint64_t can = h->can.at[id];
    uint32_t end = id + 1 < h->first.len ? h->first.at[id + 1] : (uint32_t)h->how.len;
    for (uint32_t edge = h->first.at[id]; edge < end && ~can; edge++) {
        if (h->how.at[edge] & SHOWS || (h->how.at[edge] & LATE && h->counts_late))
            can |= mover(h, edge);
        if (!(h->how.at[edge] & LATE))
            can |= behind(h, edge, h->can.at[s->states.told.at[edge]]);
    }
    return can;
}

static void compute(Search *s)
{
    Hangs *h = &s->hangs;
    bool more = true;
    while (more) {
        more = false;
        for (uint32_t id = (uint32_t)h->can.len; id-- > 0;) {
            uint64_t can = can_now(s, id);
            more |= can != h->can.at[id];
            h->can.at[id] = can;
        }
    }
}

/* The first state in which somebody is stuck, who comes to wait after what others could see, by his next transaction. */
static uint32_t find_late(const Search *s)
{
    const Hangs *h = &s->hangs;
    for (uint32_t id = 0; id < h->can.len; id++) {
        uint32_t end = id + 1 < h->first.len ? h->first.at[id + 1] : (uint32_t)h->how.len;
        for (uint32_t edge = h->first.at[id]; edge < end; edge++)
            if (h->how.at[edge] & LATE && mover(h, edge) & ~h->can.at[id])
                return id;
    }
    return NO_STATE;
}

/* Who need not go on in this state, or waits for the end of somebody. */
static uint64_t find_resting(Search *s, uint32_t id)
{
    uint64_t resting = 0;
    memset(s->hangs.awaits, 0, sizeof s->hangs.awaits);
    states_load(&s->states, (StateId){id}, &s->state);
    each_live (t, &s->state) {
        Tid tid = s->state.threads.at[t].tid;
        uint64_t others = search_delayers(s, &s->state, t);
        if (others) {
            hang_wait(s, tid, (Tid){(uint32_t)__builtin_ctzll(others)});
            continue;
        }
        search_step(s, &s->state, t);
        for (size_t k = 0; k < s->out.len; k++) {
            const Outcome *o = &s->out.all.at[k];
            if (o->kind == OUTCOME_IDLE)
                resting |= bit_of(tid.ix);
            else if (o->kind == OUTCOME_BLOCKED && o->awaits)
                hang_wait(s, tid, (Tid){o->awaits - 1});
        }
    }
    return resting | find_blameless(&s->hangs);
}

/* The first state in which somebody is stuck.  Where not all threads have run (persistent sets) those that rest were not
 * told: one may rest there that is stuck later, when somebody has woken it. */
static uint32_t find_stuck(Search *s)
{
    Hangs *h = &s->hangs;
    for (uint32_t id = 0; id < h->can.len; id++) {
        if (!~h->can.at[id])
            continue;
        uint64_t resting = s->persistent.wins ? find_resting(s, id) & ~h->can.at[id] : 0;
        if (!resting)
            return id;
        h->can.at[id] |= resting;
        compute(s);
        id = UINT32_MAX; /* from the first one again */
    }
    return NO_STATE;
}

/* Who does something before it waits for good is stuck where it waits, which may be behind a state of the search
 * (trace_add_hang), and is not stuck earlier. */
bool hang_find(Search *s, uint32_t *id)
{
    Hangs *h = &s->hangs;
    assert(h->can.len == states_count(&s->states) && h->how.len == s->states.told.len);
    compute(s);
    *id = find_stuck(s);
    if (*id == NO_STATE)
        return false;
    uint32_t late = find_late(s);
    if (late != NO_STATE) {
        h->counts_late = true;
        compute(s);
        h->counts_late = false;
        *id = find_stuck(s);
    }
    h->waits_late = late < *id;
    if (h->waits_late)
        *id = late;
    LOG(SEARCH, "in state %u somebody is stuck", *id);
    return true;
}
