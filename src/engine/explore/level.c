/* level.c -- what each process of a crew does; see crew.c. */
#include <linux/futex.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/guard.h"
#include "base/intern_share.h"
#include "engine/explore/crew.h"

void crew_sleep(uint32_t *word, uint32_t was, long milliseconds)
{
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    syscall(SYS_futex, word, FUTEX_WAIT, was, milliseconds ? &time : NULL, NULL, 0);
}

void crew_wake(uint32_t *word)
{
    syscall(SYS_futex, word, FUTEX_WAKE, MOST_JOBS, NULL, NULL, 0);
}

/* What it has expanded in this level.  The steps to new states are in States.met, those of a search for
 * hangs in Hangs. */
typedef struct LogChunk {
    uint32_t chunk;
    size_t first; /* of its states in the log */
} LogChunk;
typedef struct Log {
    VEC(LogChunk) chunks;
    VEC(size_t) met; /* state -> the end of its part of States.met */
    VEC(bool) some;  /* state -> see Search.some */
} Log;

/* Where the steps of a search for hangs belong, see Hangs and States.told; in shared memory. */
typedef struct AllEdges {
    uint32_t *first, *told;
    uint8_t *how;
    uint64_t *can;
    uint32_t *named;
} AllEdges;

/* A new state has got its number. */
typedef struct Settled {
    uint32_t id, final, parent;
    bool some;
} Settled;
enum { SETTLED = 32 };

typedef struct Helper {
    Search *s;
    Crew *crew;
    Board *board;
    unsigned number;
    Log log;
    AllEdges all;
    uint32_t keys; /* that it knows of, see Board.keys */
    Settled settle[SETTLED];
    uint32_t settled;
} Helper;

static Tally tally_of(const Search *s)
{
    return (Tally){.machine = machine_tally(s->m),
                   .transitions = s->job->stats.transitions,
                   .transactions = s->movers.transactions,
                   .actions = s->movers.actions,
                   .tries = s->persistent.tries,
                   .wins = s->persistent.wins};
}

static Tally tally_since(const Tally *was, const Tally *is)
{
    return (Tally){.machine = {is->machine.steps_run - was->machine.steps_run,
                               is->machine.long_work - was->machine.long_work,
                               is->machine.recalled - was->machine.recalled},
                   .transitions = is->transitions - was->transitions,
                   .transactions = is->transactions - was->transactions,
                   .actions = is->actions - was->actions,
                   .tries = is->tries - was->tries,
                   .wins = is->wins - was->wins};
}

/* ---- states are expanded ---- */

static void follow_tables(Search *s)
{
    machine_follow(s->m);
    states_follow(&s->states);
    if (s->hangs.on)
        records_follow(&s->hangs.names);
}

static void make_room(const Helper *h)
{
    Search *s = h->s;
    unsigned part = h->number, parts = h->crew->jobs;
    share_fulfil(h->crew->share, part, parts);
    follow_tables(s);
    machine_sort_part(s->m, part, parts);
    states_sort_part(&s->states, part, parts);
    if (s->hangs.on)
        records_sort_part(&s->hangs.names, part, parts);
}

static void begin_level(Helper *h)
{
    Search *s = h->s;
    const Board *b = h->board;
    follow_tables(s);
    s->states.states.at.len = s->parent.len = b->count;
    s->persistent.tries = b->tries;
    s->persistent.wins = b->wins;
    persistent_keep_due(&s->persistent, true);
    s->odd = false;
    while (h->keys < b->keys)
        machine_learn_key(s->m, h->crew->keys[h->keys++]);
    machine_begin_news(s->m);
    h->log.chunks.len = h->log.met.len = h->log.some.len = s->states.met.len = 0;
    s->states.told.len = 0;
    s->hangs.first.len = s->hangs.how.len = s->hangs.named.len = s->hangs.can.len = 0;
}

static bool is_over(const Board *b)
{
    return __atomic_load_n(&b->stop, __ATOMIC_RELAXED);
}

static void expand_chunk(Helper *h, uint32_t chunk)
{
    Search *s = h->s;
    const Board *b = h->board;
    uint32_t begin = b->begin + chunk * CREW_CHUNK;
    uint32_t end = b->end - begin > CREW_CHUNK ? begin + CREW_CHUNK : b->end;
    vec_push(&h->log.chunks, ((LogChunk){chunk, h->log.met.len}));
    machine_unload(s->m);
    for (uint32_t id = begin; id < end && !is_over(b) && !s->odd; id++) {
        s->states.mark = id;
        machine_mark_news(s->m, id);
        search_expand(s, id);
        vec_push(&h->log.met, s->states.met.len);
        vec_push(&h->log.some, s->some);
    }
}

/* Coverage is the same in whatever order. */
static void tell_reached(const Helper *h)
{
    const Job *job = h->s->job;
    for (size_t pc = 0; job->reached && pc < job->program->code.len; pc++)
        if (job->reached[pc] & ~__atomic_load_n(&h->crew->reached[pc], __ATOMIC_RELAXED))
            __atomic_fetch_or(&h->crew->reached[pc], job->reached[pc], __ATOMIC_RELAXED);
}

static void tell_keys(Helper *h)
{
    size_t len;
    bool unsure;
    const MetKey *met = machine_news(h->s->m, &len, &unsure);
    h->s->odd |= unsure || len > CREW_KEYS;
    if (h->s->odd)
        return;
    h->board->met[h->number] = (uint32_t)len;
    if (len)
        memcpy(h->crew->met + (size_t)h->number * CREW_KEYS, met, len * sizeof *met);
}

static void expand(Helper *h)
{
    Search *s = h->s;
    Board *b = h->board;
    begin_level(h);
    Tally before = tally_of(s);
    uint32_t chunks = (b->end - b->begin + CREW_CHUNK - 1) / CREW_CHUNK;
    while (!is_over(b)) {
        uint32_t chunk = __atomic_fetch_add(&b->cursor, 1, __ATOMIC_RELAXED);
        if (chunk >= chunks)
            break;
        uint64_t work = machine_work(s->m);
        expand_chunk(h, chunk);
        __atomic_fetch_add(&b->work, machine_work(s->m) - work, __ATOMIC_RELAXED);
        if (s->odd)
            __atomic_store_n(&b->stop, true, __ATOMIC_RELAXED);
    }
    tell_keys(h);
    if (s->odd || crew_knowledge(s) != h->crew->knowledge) {
        __atomic_store_n(&b->odd, true, __ATOMIC_RELAXED);
        __atomic_store_n(&b->stop, true, __ATOMIC_RELAXED);
    }
    Tally after = tally_of(s);
    b->tallies[h->number] = tally_since(&before, &after);
    tell_reached(h);
}

/* ---- new states get their numbers ---- */

/* The states of a chunk in the log. */
static size_t end_of_chunk(const Log *log, const LogChunk *chunk)
{
    return chunk + 1 < log->chunks.at + log->chunks.len ? chunk[1].first : log->met.len;
}

static uint32_t edges_until(const Search *s, size_t state)
{
    return state < s->hangs.first.len ? s->hangs.first.at[state] : (uint32_t)s->hangs.how.len;
}

/* A new state belongs to the first of all states that lead to it, as if they had been expanded in order. */
static void rank(Helper *h)
{
    const FreshPairs *fresh = &h->crew->fresh;
    const uint32_t *met = h->s->states.met.at;
    size_t at = 0;
    vec_each (LogChunk, chunk, &h->log.chunks) {
        uint32_t parent = h->board->begin + chunk->chunk * CREW_CHUNK, count = 0;
        for (size_t state = chunk->first; state < end_of_chunk(&h->log, chunk); state++, parent++)
            for (; at < h->log.met.at[state]; at++) {
                uint32_t *final = &fresh->final[met[at] & ~FRESH];
                if (fresh_mark(fresh, met[at]) == parent && !*final)
                    *final = ++count;
            }
        h->crew->news[chunk->chunk] = count;
        if (h->s->hangs.on)
            h->crew->edges[chunk->chunk] =
                edges_until(h->s, end_of_chunk(&h->log, chunk)) - edges_until(h->s, chunk->first);
    }
}

static void settle_state(Search *s, const Settled *new)
{
    fresh_settle(&s->crew->fresh, new->id, new->final);
    s->parent.at[new->final] = new->parent;
    if (s->persistent.on)
        s->waited.at[new->final] = new->some ? s->waited.at[new->parent] + 1 : 0;
}

static void settle_all(Helper *h)
{
    for (uint32_t k = 0; k < h->settled; k++)
        settle_state(h->s, &h->settle[k]);
    h->settled = 0;
}

/* Some at a time, so that what they look at is in the cache. */
static void put_settled(Helper *h, Settled new)
{
    fresh_prefetch_bucket(&h->crew->fresh, new.id);
    h->settle[h->settled++] = new;
    if (h->settled == SETTLED)
        settle_all(h);
}

static void settle(Helper *h)
{
    const FreshPairs *fresh = &h->crew->fresh;
    const uint32_t *met = h->s->states.met.at;
    size_t at = 0;
    vec_each (LogChunk, chunk, &h->log.chunks) {
        uint32_t parent = h->board->begin + chunk->chunk * CREW_CHUNK, count = 0;
        uint32_t before = h->board->count + h->crew->news[chunk->chunk];
        for (size_t state = chunk->first; state < end_of_chunk(&h->log, chunk); state++, parent++)
            for (; at < h->log.met.at[state]; at++) {
                uint32_t *final = &fresh->final[met[at] & ~FRESH];
                if (fresh_mark(fresh, met[at]) != parent || *final != count + 1)
                    continue;
                put_settled(h, (Settled){met[at], before + count, parent, h->log.some.at[state]});
                *final = (before + count++) | FRESH;
            }
    }
    settle_all(h);
}

static void put_edges(Helper *h)
{
    const Search *s = h->s;
    const Hangs *hangs = &s->hangs;
    vec_each (LogChunk, chunk, &h->log.chunks) {
        uint32_t id = h->board->begin + chunk->chunk * CREW_CHUNK;
        uint32_t first = edges_until(s, chunk->first), to = h->crew->edges[chunk->chunk];
        size_t end = end_of_chunk(&h->log, chunk);
        for (size_t state = chunk->first; state < end; state++, id++) {
            h->all.first[id] = to + hangs->first.at[state] - first;
            h->all.can[id] = hangs->can.at[state];
        }
        for (uint32_t e = first; e < edges_until(s, end); e++, to++) {
            uint32_t told = s->states.told.at[e];
            if (told & FRESH)
                told = h->crew->fresh.final[told & ~FRESH] & ~FRESH;
            h->all.told[to] = told;
            h->all.how[to] = hangs->how.at[e];
            if (s->symmetric)
                h->all.named[to] = hangs->named.at[e];
        }
    }
}

/* ---- a process ---- */

/* It ends with the one that forked it; limits and signals are for that one. */
static void leave_to_parent(void)
{
    static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGXCPU, SIGPIPE};
    pid_t parent = getppid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent || parent == 1)
        _exit(1);
    for (size_t k = 0; k < sizeof ignored / sizeof *ignored; k++)
        signal(ignored[k], SIG_IGN);
    guard_end();
}

/* What others add to is shared; what belongs to the log is its own. */
static void set_up(Helper *h)
{
    Search *s = h->s;
    s->helps = true;
    machine_help(s->m);
    states_help(&s->states);
    h->crew->fresh.joint.helps = true;
    s->states.fresh = &h->crew->fresh;
    h->all = (AllEdges){s->hangs.first.at, s->states.told.at, s->hangs.how.at, s->hangs.can.at,
                        s->hangs.named.at};
    memset(&s->hangs.first, 0, sizeof s->hangs.first);
    memset(&s->hangs.how, 0, sizeof s->hangs.how);
    memset(&s->hangs.can, 0, sizeof s->hangs.can);
    memset(&s->hangs.named, 0, sizeof s->hangs.named);
    s->hangs.names.joint.helps = true;
    memset(&s->states.told, 0, sizeof s->states.told);
    if (s->job->reached)
        memset(s->job->reached, 0, s->job->program->code.len);
}

static void take_part(Helper *h)
{
    share_follow(h->crew->share);
    switch (h->board->phase) {
    case PHASE_ROOM:
        make_room(h);
        return;
    case PHASE_EXPAND:
        expand(h);
        return;
    case PHASE_RANK:
        rank(h);
        return;
    case PHASE_SETTLE:
        settle(h);
        return;
    case PHASE_EDGES:
        put_edges(h);
        return;
    case PHASE_QUIT:
        _exit(0);
    }
}

void crew_help(Search *s, unsigned number, uint32_t turn)
{
    Helper h = {.s = s, .crew = s->crew, .board = s->crew->board, .number = number};
    leave_to_parent();
    set_up(&h);
    for (;;) {
        uint32_t now;
        while ((now = __atomic_load_n(&h.board->turn, __ATOMIC_ACQUIRE)) == turn)
            crew_sleep(&h.board->turn, turn, 0);
        turn = now;
        take_part(&h);
        __atomic_fetch_add(&h.board->arrived, 1, __ATOMIC_RELEASE);
        crew_wake(&h.board->arrived);
    }
}
