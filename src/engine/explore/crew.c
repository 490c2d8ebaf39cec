/* crew.c -- several processes search side by side.
 *
 * The search goes by levels: all states of one depth are expanded, then those of the next.  A large
 * level is cut into chunks of states, and processes that were forked from this one each take the next
 * chunk that is left.  They number global and local stores, stacks and vectors of threads in tables
 * that all of them share (base/intern_share.c), so a state is the same pair of numbers to everybody.
 * All else that they have, machine, movers, memory, is their own.
 *
 * What they do is what this process would have done, one state after the other, to the last number:
 * How a state is expanded depends on what is known of the program when the level begins
 * (crew_knowledge), and on which states are older than it: of these it needs to know only whether a
 * state will be expanded later (persistent sets), and states of the next level always are.  Each new
 * state keeps the first of all states that lead to it; when all of the level are expanded, the new ones
 * are numbered in the order in which these come, and by the steps of one state in their order.  That is
 * the order in which one process would have met them.
 *
 * If something happens that could make a difference to another state of the level, it is not like that: an
 * error, a limit, anything new that is found out of the program (a discipline breaks, a
 * name, a doubt).  Then what was found in the level is thrown away, and this process, which knows what it knew
 * when the level began, expands the level by itself.  Most programs are known after few states.
 *
 * So there is no difference to the search with one process but in time: `--jobs` changes neither verdicts
 * nor traces nor any count of states, transitions or work. */
#include "engine/explore/crew.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/guard.h"
#include "base/log.h"

enum { LEAST_LEVEL = 4096 }; /* states for which it is worth to fork, ... */
enum { LEAST_STORED = 512 }; /* ... for which a file is made */
enum { LEAST_NEXT = 256 };   /* ... if that has been done, to wake the others, */
enum { LEAST_ASKED = 16 };   /* ... if it was asked for */
enum { LOOK_EVERY = 20 };    /* milliseconds */
enum { GROWTH = 4 };         /* room for so many times as many states in the next level */

/* Together they need more time of the processor than one does: where that is what counts there is one,
 * unless more are asked for. */
static unsigned jobs_wanted(const Search *s)
{
    cpu_set_t cores;
    const Options *options = s->job->options;
    int64_t jobs = options->jobs;
    bool counts = options->sv_comp || options->cpu_limit;
    if (!jobs && !counts && !options->peers && sched_getaffinity(0, sizeof cores, &cores) == 0)
        jobs = CPU_COUNT(&cores);
    return jobs < 1 ? 1 : jobs > MOST_JOBS ? MOST_JOBS : (unsigned)jobs;
}

bool crew_can_help(const Search *s)
{
    const Options *options = s->job->options;
    return machine_can_share(s->m) && movers_can_share(&s->movers) &&
           !(s->persistent.on && s->finds_races) && !s->most_states && !s->lost &&
           s->race_state == NO_STATE && !options->all_errors && !options->zing_counting &&
           !*options->states && !*options->log;
}

static bool is_large(const Search *s, uint64_t level)
{
    bool lives = s->crew && s->crew->lives;
    return level >= (s->job->options->jobs ? LEAST_ASKED : lives ? LEAST_NEXT : LEAST_LEVEL);
}

uint64_t crew_knowledge(const Search *s)
{
    uint64_t all[] = {machine_knowledge(s->m), s->watches ? movers_knowledge(&s->movers) : 0,
                      s->places.len ? XXH3_64bits(s->places.at, s->places.len) : 0,
                      s->hangs.too_many};
    return XXH3_64bits(all, sizeof all);
}

/* ---- phases ---- */

static unsigned count_living(const Crew *crew)
{
    unsigned living = 0;
    for (unsigned k = 0; k < crew->jobs; k++)
        living += crew->pids[k] != 0;
    return living;
}

/* Who has ended?  Only for want of room may they. */
static Ending look_after(Search *s)
{
    Crew *crew = s->crew;
    Ending ending = ALL_DONE;
    for (unsigned k = 0; k < crew->jobs; k++) {
        int status;
        if (!crew->pids[k] || waitpid(crew->pids[k], &status, WNOHANG) != crew->pids[k])
            continue;
        crew->pids[k] = 0;
        if (!WIFEXITED(status) || WEXITSTATUS(status) != SHARE_NO_ROOM) {
            LOG(SEARCH, "process %u has ended: status %d", k, status);
            return HAS_DIED;
        }
        __atomic_store_n(&crew->board->stop, true, __ATOMIC_RELAXED);
        ending = NOT_ALIKE;
    }
    return ending;
}

static uint64_t private_kb(pid_t pid, bool shared)
{
    char path[32];
    unsigned long all = 0, common = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
    FILE *f = fopen(path, "r");
    if (!f)
        return 0;
    if (fscanf(f, "%*u %lu %lu", &all, &common) != 2)
        all = common = 0;
    fclose(f);
    return (shared ? common : all - common) * (uint64_t)sysconf(_SC_PAGESIZE) / 1024;
}

/* What is in a file that has its own place on the disk does not count. */
static bool has_file(const Search *s)
{
    return *s->job->options->store != '\0';
}

/* All that the limits are about. */
static void count_others(Search *s)
{
    const Crew *crew = s->crew;
    Budget *budget = &s->job->budget;
    uint64_t common = share_kb(crew->share), own = private_kb(getpid(), true);
    budget->others_kb = has_file(s) ? -own : common > own ? common - own : 0;
    budget->others_cpu = 0;
    budget->others = crew->lives ? count_living(crew) : 0;
    for (unsigned k = 0; k < crew->jobs && crew->lives; k++) {
        clockid_t clock;
        struct timespec used;
        if (!crew->pids[k])
            continue;
        budget->others_kb += private_kb(crew->pids[k], false);
        if (clock_getcpuclockid(crew->pids[k], &clock) == 0 && clock_gettime(clock, &used) == 0)
            budget->others_cpu += (double)used.tv_sec + (double)used.tv_nsec * 1e-9;
    }
}

void crew_count(Search *s)
{
    if (s->crew && s->crew->share && has_file(s))
        count_others(s);
}

/* Would the search with one process have stopped, or paused, in this level? */
static bool is_over(Search *s)
{
    Budget *budget = &s->job->budget;
    uint64_t work = budget->work + machine_work(s->m) - s->spent +
                    __atomic_load_n(&s->crew->board->work, __ATOMIC_RELAXED);
    return (budget->most_work && work >= budget->most_work) ||
           (budget->worker && work >= worker_until(budget->worker)) || budget_exhausted(budget);
}

static void watch(Search *s)
{
    Board *b = s->crew->board;
    count_others(s);
    if (is_over(s)) {
        __atomic_store_n(&b->odd, true, __ATOMIC_RELAXED);
        __atomic_store_n(&b->stop, true, __ATOMIC_RELAXED);
    }
    if (budget_progress_due(&s->job->budget)) {
        uint32_t count = b->count + (uint32_t)__atomic_load_n(&b->fresh.len, __ATOMIC_RELAXED);
        uint32_t taken = __atomic_load_n(&b->cursor, __ATOMIC_RELAXED) * CREW_CHUNK;
        search_show(s, count, taken < b->end - b->begin ? b->begin + taken : b->end);
    }
}

static void begin_phase(Crew *crew, Phase phase)
{
    Board *b = crew->board;
    b->phase = phase;
    b->arrived = 0;
    __atomic_store_n(&b->turn, b->turn + 1, __ATOMIC_RELEASE);
    crew_wake(&b->turn);
}

static Ending do_phase(Search *s, Phase phase)
{
    Crew *crew = s->crew;
    Board *b = crew->board;
    Ending ending = ALL_DONE;
    begin_phase(crew, phase);
    for (;;) {
        uint32_t arrived = __atomic_load_n(&b->arrived, __ATOMIC_ACQUIRE);
        if (arrived >= count_living(crew))
            break;
        crew_sleep(&b->arrived, arrived, LOOK_EVERY);
        Ending now = look_after(s);
        if (now == HAS_DIED)
            return HAS_DIED;
        ending = now == NOT_ALIKE ? now : ending;
        if (phase == PHASE_EXPAND)
            watch(s);
    }
    return ending;
}

/* ---- processes ---- */

/* Between phases: nobody is in the midst of anything. */
static void dismiss(Search *s)
{
    Crew *crew = s->crew;
    if (!crew || !crew->lives)
        return;
    begin_phase(crew, PHASE_QUIT);
    for (unsigned k = 0; k < crew->jobs; k++)
        if (crew->pids[k])
            waitpid(crew->pids[k], NULL, 0);
    crew->lives = false;
    count_others(s);
}

static void kill_all(Crew *crew)
{
    for (unsigned k = 0; k < crew->jobs; k++)
        if (crew->pids[k]) {
            kill(crew->pids[k], SIGKILL);
            waitpid(crew->pids[k], NULL, 0);
        }
    crew->lives = false;
}

static bool fork_all(Search *s)
{
    Crew *crew = s->crew;
    uint32_t turn = crew->board->turn;
    crew->jobs = jobs_wanted(s);
    crew->knowledge = crew_knowledge(s);
    crew->lives = true;
    crew->keys_were = machine_keys(s->m);
    crew->board->keys = 0;
    memset(crew->pids, 0, sizeof crew->pids);
    if (s->job->reached)
        memset(crew->reached, 0, s->job->program->code.len);
    fflush(NULL);
    for (unsigned k = 0; k < crew->jobs; k++) {
        pid_t pid = fork();
        if (pid == 0)
            crew_help(s, k, turn);
        if (pid < 0) {
            crew->never = true;
            dismiss(s);
            return false;
        }
        crew->pids[k] = pid;
    }
    LOG(SEARCH, "%u processes search", crew->jobs);
    return true;
}

static bool open_crew(Search *s)
{
    if (!s->crew) {
        s->crew = memory_alloc(sizeof *s->crew);
        s->crew->share = share_open(has_file(s) ? s->job->options->store : NULL);
        s->crew->never = !s->crew->share;
        if (s->crew->never)
            return false;
        if (has_file(s))
            guard_forget_files();
        Crew *crew = s->crew;
        crew->board = share_array(crew->share, sizeof *crew->board);
        crew->news = share_array(crew->share, 1);
        crew->edges = share_array(crew->share, 1);
        crew->met = share_array(crew->share, MOST_JOBS * CREW_KEYS * sizeof *crew->met);
        crew->keys = share_array(crew->share, 1);
        crew->reached = share_array(crew->share, s->job->program->code.len);
        machine_share(s->m, crew->share, crew->board->machine);
    }
    return !s->crew->never;
}

static void share_states(Search *s)
{
    Crew *crew = s->crew;
    if (crew->shares_states)
        return;
    states_share(&s->states, crew->share, crew->board->states);
    fresh_share(&crew->fresh, &s->states.states, crew->share, &crew->board->fresh);
    vec_move_to(crew->share, &s->parent, s->parent.len);
    if (s->persistent.on)
        vec_move_to(crew->share, &s->waited, s->waited.len);
    if (s->hangs.on) {
        vec_move_to(crew->share, &s->hangs.first, 1);
        vec_move_to(crew->share, &s->hangs.how, 1);
        vec_move_to(crew->share, &s->hangs.can, 1);
        vec_move_to(crew->share, &s->states.told, 1);
        vec_move_to(crew->share, &s->hangs.named, 1);
        records_share(&s->hangs.names, crew->share, &crew->board->names);
    }
    crew->shares_states = true;
}

/* ---- a level ---- */

/* All tables that can grow; true: some of them wait for others to sort them. */
static bool let_wait(Board *b, bool later)
{
    Shared *const all[] = {b->machine, b->states, &b->names};
    static const unsigned counts[] = {MACHINE_TABLES, STATES_TABLES, 1};
    bool waits = false;
    for (unsigned k = 0; k < sizeof all / sizeof *all; k++)
        for (unsigned i = 0; i < counts[k]; i++) {
            all[k][i].later = later;
            waits |= all[k][i].unsorted;
            all[k][i].unsorted &= later;
        }
    return waits;
}

static Ending make_room(Search *s, uint32_t begin)
{
    Crew *crew = s->crew;
    Board *b = crew->board;
    uint64_t level = s->level_end - begin, chunks = level / CREW_CHUNK + 1;
    Ending ending = ALL_DONE;
    let_wait(b, true);
    machine_prepare_tables(s->m);
    states_prepare(&s->states, GROWTH * level);
    fresh_prepare(&crew->fresh);
    if (s->hangs.on)
        records_prepare(&s->hangs.names);
    share_extend(crew->news, chunks * sizeof *crew->news);
    share_extend(crew->edges, chunks * sizeof *crew->edges);
    if (let_wait(b, true) || share_wants(crew->share))
        ending = do_phase(s, PHASE_ROOM);
    let_wait(b, false);
    share_fulfilled(crew->share);
    return ending == ALL_DONE ? ALL_DONE : HAS_DIED; /* a table that is sorted by half is none */
}

static Ending prepare(Search *s, uint32_t begin)
{
    Board *b = s->crew->board;
    Ending ending = make_room(s, begin);
    b->begin = begin;
    b->end = (uint32_t)s->level_end;
    b->count = states_count(&s->states);
    b->cursor = 0;
    b->stop = b->odd = false;
    b->work = 0;
    b->tries = s->persistent.tries;
    b->wins = s->persistent.wins;
    return ending;
}

/* Counts become what is before each of them; the sum is returned. */
static uint64_t sum_up(uint32_t *counts, uint64_t len, uint64_t before)
{
    uint64_t sum = before;
    for (uint64_t k = 0; k < len; k++) {
        uint32_t count = counts[k];
        counts[k] = (uint32_t)sum;
        sum += count;
    }
    if (sum >= FRESH)
        memory_exhausted();
    return sum;
}

static Tally sum_tallies(const Crew *crew)
{
    Tally sum = {0};
    for (unsigned k = 0; k < crew->jobs; k++) {
        const Tally *t = &crew->board->tallies[k];
        sum.machine.steps_run += t->machine.steps_run;
        sum.machine.long_work += t->machine.long_work;
        sum.machine.recalled += t->machine.recalled;
        sum.transitions += t->transitions;
        sum.transactions += t->transactions;
        sum.actions += t->actions;
        sum.tries += t->tries;
        sum.wins += t->wins;
    }
    return sum;
}

void crew_add_tally(Search *s, const Tally *t)
{
    machine_add(s->m, &t->machine);
    s->job->stats.transitions += t->transitions;
    s->movers.transactions += t->transactions;
    s->movers.actions += t->actions;
    s->persistent.tries += t->tries;
    s->persistent.wins += t->wins;
    for (size_t pc = 0; s->job->reached && pc < s->job->program->code.len; pc++)
        s->job->reached[pc] |= s->crew->reached[pc];
}

/* All of the level were expanded: the new states get their numbers. */
static Ending number_states(Search *s)
{
    Crew *crew = s->crew;
    Board *b = crew->board;
    uint64_t chunks = (b->end - b->begin + CREW_CHUNK - 1) / CREW_CHUNK;
    if (do_phase(s, PHASE_RANK) != ALL_DONE)
        return HAS_DIED;
    uint64_t count = b->count + sum_up(crew->news, chunks, 0);
    vec_reserve(&s->parent, count);
    share_enlarge(s->parent.at, count * sizeof *s->parent.at);
    if (s->persistent.on)
        vec_reserve(&s->waited, count);
    if (do_phase(s, PHASE_SETTLE) != ALL_DONE)
        return HAS_DIED;
    if (s->hangs.on) {
        uint64_t edges = sum_up(crew->edges, chunks, s->hangs.how.len);
        vec_reserve(&s->hangs.first, b->end);
        vec_reserve(&s->hangs.can, b->end);
        vec_reserve(&s->hangs.how, edges);
        vec_reserve(&s->states.told, edges);
        if (s->symmetric)
            vec_reserve(&s->hangs.named, edges);
        if (do_phase(s, PHASE_EDGES) != ALL_DONE)
            return HAS_DIED;
        s->hangs.first.len = s->hangs.can.len = b->end;
        s->hangs.how.len = s->states.told.len = edges;
        s->hangs.named.len = s->symmetric ? edges : 0;
    }
    assert(count == b->count + b->fresh.len);
    b->states[STATES_TABLES - 1].len = s->parent.len = count;
    if (s->persistent.on)
        s->waited.len = count;
    machine_recount(s->m);
    states_recount(&s->states);
    return ALL_DONE;
}

/* As if nothing had been expanded. */
static void throw_away(Search *s)
{
    LOG(SEARCH, "the level of states %u to %u is expanded again by one process",
        s->crew->board->begin, s->crew->board->end);
    machine_prepare_tables(s->m);
    states_prepare(&s->states, 0);
    pairs_sort_in(&s->states.states);
}

static int compare_keys(const void *a, const void *b)
{
    const MetKey *const *left = a, *const *right = b;
    if ((*left)->mark != (*right)->mark)
        return (*left)->mark < (*right)->mark ? -1 : 1;
    return *left < *right ? -1 : 1; /* of one process */
}

/* The keys that were met, in the order in which one process would have met them. */
void crew_collect_keys(Search *s, MetKeys *keys)
{
    Crew *crew = s->crew;
    VEC(const MetKey *) all = {0};
    for (unsigned k = 0; k < crew->jobs; k++)
        for (uint32_t i = 0; i < crew->board->met[k]; i++)
            vec_push(&all, &crew->met[(size_t)k * CREW_KEYS + i]);
    if (all.len)
        qsort(all.at, all.len, sizeof *all.at, compare_keys);
    vec_each (const MetKey *, met, &all)
        vec_push(keys, **met);
    vec_free(&all);
}

void crew_learn_keys(Search *s, const MetKeys *keys)
{
    Crew *crew = s->crew;
    share_extend(crew->keys, (crew->board->keys + keys->len) * sizeof *crew->keys);
    vec_each (const MetKey, met, keys)
        if (machine_learn_key(s->m, met->key))
            crew->keys[crew->board->keys++] = met->key;
    crew->keys_were = machine_keys(s->m);
}

Ending crew_expand(Search *s, uint32_t begin, Tally *tally)
{
    Crew *crew = s->crew;
    Ending ending = prepare(s, begin);
    if (ending == ALL_DONE)
        ending = do_phase(s, PHASE_EXPAND);
    if (ending != ALL_DONE || crew->board->odd || is_over(s))
        return ending == HAS_DIED ? HAS_DIED : NOT_ALIKE;
    *tally = sum_tallies(crew);
    if (s->persistent.on && !persistent_stays_due(&s->persistent, tally->tries, tally->wins))
        return NOT_ALIKE;
    return number_states(s);
}

static Ending expand_level(Search *s, uint32_t begin)
{
    Tally tally;
    MetKeys keys = {0};
    Ending ending = crew_expand(s, begin, &tally);
    if (ending == ALL_DONE) {
        crew_add_tally(s, &tally);
        crew_collect_keys(s, &keys);
        crew_learn_keys(s, &keys);
    }
    vec_free(&keys);
    return ending;
}

void crew_throw_away(Search *s)
{
    dismiss(s);
    throw_away(s);
}

bool crew_is_ready(Search *s)
{
    if (!open_crew(s))
        return false;
    if (s->crew->lives &&
        (s->crew->knowledge != crew_knowledge(s) || s->crew->keys_were != machine_keys(s->m)))
        dismiss(s);
    share_states(s);
    return s->crew->lives || fork_all(s);
}

/* The tables go to the file of --store; false: there is none. */
static bool store_tables(Search *s, uint64_t level)
{
    if (!has_file(s) || level < LEAST_STORED)
        return true;
    if (!open_crew(s)) {
        s->job->budget.reason =
            "the file of --store cannot be made: it must not be there yet, in a "
            "folder that may be written, and its file system must allow holes";
        return false;
    }
    share_states(s);
    return true;
}

CrewAnswer crew_takes(Search *s, uint32_t id)
{
    if (!store_tables(s, s->level_end - id))
        return CREW_DIED;
    if (!is_large(s, s->level_end - id) || jobs_wanted(s) < 2 || !crew_can_help(s) ||
        s->job->options->peers || !crew_is_ready(s))
        return CREW_DID_NOT;
    Ending ending = expand_level(s, id);
    if (ending == ALL_DONE)
        return CREW_DID;
    if (ending == NOT_ALIKE) {
        crew_throw_away(s);
        return CREW_DID_NOT;
    }
    crew_give_up(s);
    return CREW_DIED;
}

void crew_give_up(Search *s)
{
    kill_all(s->crew);
    s->job->budget.reason = "a process that took part in the search has died: it was killed, or "
                            "there was no memory left (--memory-limit, --jobs)";
}

void crew_forget(Search *s)
{
    if (!s->crew || s->crew->never)
        return;
    dismiss(s);
    if (!s->crew->shares_states)
        return;
    fresh_free(&s->crew->fresh);
    vec_free(&s->parent);
    vec_free(&s->waited);
    vec_free(&s->hangs.first);
    vec_free(&s->hangs.how);
    vec_free(&s->hangs.can);
    vec_free(&s->hangs.named);
    records_free(&s->hangs.names);
    vec_free(&s->states.told);
    s->crew->shares_states = false;
}

void crew_free(Search *s)
{
    if (s->crew && s->crew->share)
        share_close(s->crew->share);
    memory_free(s->crew);
    s->crew = NULL;
    s->job->budget.others_kb = 0;
    s->job->budget.others_cpu = 0;
    s->job->budget.others = 0;
}
