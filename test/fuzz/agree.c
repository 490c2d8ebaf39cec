/* agree.c -- see agree.h. */
#include "agree.h"
#include "blind.h"

#include <stdlib.h>

#include "check/replay.h"
#include "contexts.h"
#include "engine/explore/explore.h"
#include "engine/hunt/hunt.h"
#include "engine/summarize/summarize.h"
#include "flow/slice.h"
#include "front/zing/zing.h"
#include "machine/part.h"
#include "machine/states.h"

typedef struct Row {
    const char *list;
    uint32_t properties;
    bool apart; /* not among those of the first row: it needs an unreduced search of its own */
    bool loose; /* which of many places it names is open */
    bool rare;  /* not for every program */
} Row;

enum { ALL = PROPERTY_ASSERT | PROPERTY_DEADLOCK | PROPERTY_MEMORY | PROPERTY_LOCK };

/* What users ask for: everything, and sets that allow for longer transactions or forbid them. */
static const Row rows[] = {
    {"assert,deadlock,memory,lock", ALL, false, false, false},
    {"assert", PROPERTY_ASSERT, false, false, false},
    {"deadlock", PROPERTY_DEADLOCK, false, false, false},
    {"memory,lock", PROPERTY_MEMORY | PROPERTY_LOCK, false, false, false},
    {"race", PROPERTY_RACE, true, true, false},
    {"all", ALL | PROPERTY_ACCESS, true, false, false},
    {"access", PROPERTY_ACCESS, true, false, true},
};
enum { ROWS = sizeof rows / sizeof *rows };

/* Seconds for a search that takes one hundredth of one; summarize may leave it open. */
static const int64_t time_limit = 100;
static const double summarize_limit = 0.1;

/* ---- answers ---- */

static void answer_free(Answer *answer)
{
    vec_free(&answer->errors);
}

static int compare_found(const void *a, const void *b)
{
    const Found *x = a, *y = b;
    if (x->error != y->error)
        return x->error < y->error ? -1 : 1;
    if (x->where.line != y->where.line)
        return x->where.line < y->where.line ? -1 : 1;
    return x->where.column < y->where.column ? -1 : x->where.column > y->where.column;
}

static void sort_errors(Answer *answer)
{
    if (answer->errors.len)
        qsort(answer->errors.at, answer->errors.len, sizeof *answer->errors.at, compare_found);
}

/* What is left of an answer under the properties. */
static void answer_filter(const Answer *all, uint32_t properties, Answer *some)
{
    some->errors.len = 0;
    for (size_t k = 0; k < all->errors.len; k++)
        if (error_info[all->errors.at[k].error].property & properties)
            vec_push(&some->errors, all->errors.at[k]);
    some->verdict = some->errors.len ? VERDICT_BUG : VERDICT_SAFE;
    some->states = all->states;
    some->transitions = all->transitions;
}

/* The same verdict and the same errors, at the same places unless `moved`. */
static bool same_errors(const Answer *a, const Answer *b, bool moved)
{
    if (a->verdict != b->verdict || a->errors.len != b->errors.len)
        return false;
    for (size_t k = 0; k < a->errors.len; k++) {
        const Found *x = &a->errors.at[k], *y = &b->errors.at[k];
        if (moved ? x->error != y->error : compare_found(x, y) != 0)
            return false;
    }
    return true;
}

static void describe(const Answer *answer, char *text, size_t size)
{
    static const char *const verdicts[] = {"unknown", "bug", "safe", "bounded"};
    int len = snprintf(text, size, "%s, %llu states, %llu transitions", verdicts[answer->verdict],
                       (unsigned long long)answer->states, (unsigned long long)answer->transitions);
    for (size_t k = 0; k < answer->errors.len && (size_t)len < size; k++) {
        const Found *found = &answer->errors.at[k];
        len += snprintf(text + len, size - (size_t)len, "; %s %u:%u", error_info[found->error].key,
                        found->where.line, found->where.column);
    }
}

static void say(Agree *a, const Row *row, const char *other, const Answer *expected,
                const Answer *got)
{
    char plain[400], text[400];
    describe(expected, plain, sizeof plain);
    describe(got, text, sizeof text);
    snprintf(a->why, sizeof a->why, "--property=%s\n  unreduced search: %s\n  %s: %s", row->list,
             plain, other, text);
}

/* ---- programs ---- */

typedef struct Subject {
    Sources sources;
    Diag diag;
    Program *program;
} Subject;

static bool load(Subject *s, const char *text, size_t len, bool zing)
{
    ZingOptions options = {.defines = ""};
    s->diag.sources = &s->sources;
    int file = source_add(&s->sources, zing ? "random.zing" : "random.ir", text, len);
    s->program = zing ? zing_load(&s->sources, &file, 1, &options, &s->diag)
                      : ir_parse(&s->sources, file, &s->diag);
    char why[256];
    uint32_t pc;
    return s->program && ir_verify(s->program, why, sizeof why, &pc);
}

static void unload(Subject *s)
{
    if (s->program)
        program_free(s->program);
    diag_free(&s->diag);
    source_free(&s->sources);
}

/* ---- searches ---- */

/* FIRST ends with the first error, as users ask: persistent sets are at work then only. */
typedef enum Method { PLAIN, REDUCED, FIRST, SUMMARIZED, HUNTED, PREEMPTED } Method;
static const char *const method_names[] = {
    "unreduced search", "reduced search", "reduced search for one error",
    "summarize",        "hunt",           "hunt by preemptions"};
static const Engine *const engines[] = {&engine_explore,   &engine_explore, &engine_explore,
                                        &engine_summarize, &engine_hunt,    &engine_hunt};
enum { HUNT_RUNS = 4 };

/* False if a bug does not replay; then `why` says which and what differs. */
static bool explore(const Program *program, const Row *row, Method method, Answer *answer,
                    char *why, size_t size)
{
    Options options = option_defaults();
    options.all_errors = method != FIRST;
    options.no_reduction = method == PLAIN;
    options.no_recall = program->code.len % 2; /* the measure is the same with it and without */
    /* what one reduction hides another one may get wrong */
    options.no_symmetry = method == FIRST && program->code.len % 3 == 0;
    options.no_loop_summaries = method == FIRST && program->code.len % 5 == 0;
    options.runs = HUNT_RUNS;
    if (method == PREEMPTED)
        options.method = "preemptions";
    Job job = {.program = program, .options = &options, .properties = row->properties};
    budget_begin(&job.budget, time_limit, 0, false);
    if (method == SUMMARIZED)
        job.budget.time_limit = summarize_limit;
    Slice slice = {0};
    if (method != PLAIN && !(method == FIRST && program->code.len % 7 == 0))
        flow_slice(program, true, &slice);
    if (slice.program)
        job.program = slice.program;
    engine_run(engines[method], &job);
    *answer = (Answer){
        .verdict = job.verdict,
        .states = job.stats.states,
        .transitions = job.stats.transitions,
        .open = job.reason != NULL,
    };
    if (method >= HUNTED) /* else it knows all runs */
        answer->open = !job.covered || !strstr(job.covered, "any number of preemptions");
    bool replayed = true;
    char what[256];
    vec_each (Bug, bug, &job.bugs) {
        Found found = {.error = bug->error, .where = bug->where};
        vec_push(&answer->errors, found);
        if (bug->error != ERR_ENDLESS) /* see session_replay */
            job.program = program;
        if (!replayed || check_replay(&job, bug, what, sizeof what))
            continue;
        replayed = false;
        snprintf(why, size, "--property=%s, %s: %s at %u:%u does not replay: %s", row->list,
                 method_names[method], error_info[found.error].key, found.where.line,
                 found.where.column, what);
    }
    sort_errors(answer);
    job_free(&job);
    slice_free(&slice);
    return replayed;
}

/* Adds what becomes of the state by the step, the long way: apply, rename the heap, look up. */
static void add_step(States *states, const State *state, size_t index, const Outcome *o,
                     State *next)
{
    bool is_new;
    next->g = state->g;
    next->threads.len = 0;
    for (size_t t = 0; t < state->threads.len; t++)
        vec_push(&next->threads, state->threads.at[t]);
    state_apply(next, index, o);
    state_canonicalise(states->m, next);
    states_add(states, next, &is_new);
}

/* Counts the states, but not many more than `most`. */
static uint64_t count_states(const Program *program, uint64_t most)
{
    Machine *m = machine_new(program, (MachineOptions){0});
    States states = {.m = m};
    State state = {0}, next = {0};
    Outcomes out = {0};
    bool is_new;
    machine_initial(m, &out);
    if (out.all.at[0].kind != OUTCOME_WRONG) {
        state_initial(m, &out.all.at[0], &state);
        states_add(&states, &state, &is_new);
    }
    for (uint32_t id = 0; id < states_count(&states) && states_count(&states) <= most; id++) {
        states_load(&states, (StateId){id}, &state);
        ptrdiff_t only = state_chooser(m, &state);
        for (size_t t = 0; t < state.threads.len; t++) {
            if (!state.threads.at[t].l.ix || (only >= 0 && (size_t)only != t))
                continue;
            state_step(m, &state, t, &out);
            for (size_t k = 0; k < out.len; k++)
                if (outcome_has_successor(&out.all.at[k]))
                    add_step(&states, &state, t, &out.all.at[k], &next);
        }
    }
    uint64_t count = states_count(&states);
    states_free(&states);
    state_free(&state);
    state_free(&next);
    outcomes_free(&out);
    machine_free(m);
    return count;
}

/* ---- programs whose stacks have no bound: what a search with a bound finds is there ---- */

enum { MOST_FRAMES = 4 };

static bool is_deep(const Machine *m, const State *state)
{
    for (size_t t = 0; t < state->threads.len; t++) {
        StackId s = state->threads.at[t].s;
        for (int k = 0; s.ix; k++, s = machine_pop(m, s))
            if (k == MOST_FRAMES)
                return true;
    }
    return false;
}

static void add_found(Answer *answer, ErrorKind error, Pos where)
{
    Found found = {.error = error, .where = where};
    vec_each (Found, old, &answer->errors)
        if (compare_found(old, &found) == 0)
            return;
    vec_push(&answer->errors, found);
}

/* All that the threads of the state can do; the errors are noted. */
static void expand_bounded(const Program *program, States *states, const State *state, State *next,
                           Outcomes *out, Answer *answer)
{
    bool waits = false, runs = false;
    ptrdiff_t only = state_chooser(states->m, state);
    for (size_t t = 0; t < state->threads.len; t++) {
        if (!state->threads.at[t].l.ix || (only >= 0 && (size_t)only != t))
            continue;
        state_step(states->m, state, t, out);
        for (size_t k = 0; k < out->len; k++) {
            const Outcome *o = &out->all.at[k];
            waits |= o->kind == OUTCOME_BLOCKED;
            runs |= o->kind != OUTCOME_BLOCKED && o->kind != OUTCOME_IDLE;
            if (o->kind == OUTCOME_WRONG)
                add_found(answer, o->error, program->pos.at[o->pc]);
            else if (outcome_has_successor(o))
                add_step(states, state, t, o, next);
        }
    }
    if (waits && !runs)
        add_found(answer, ERR_DEADLOCK, (Pos){0});
}

static void search_bounded(const Program *program, uint64_t most, Answer *answer)
{
    Machine *m = machine_new(program, (MachineOptions){0});
    States states = {.m = m};
    State state = {0}, next = {0};
    Outcomes out = {0};
    bool is_new;
    machine_initial(m, &out);
    if (out.all.at[0].kind != OUTCOME_WRONG) {
        state_initial(m, &out.all.at[0], &state);
        states_add(&states, &state, &is_new);
    }
    for (uint32_t id = 0; id < states_count(&states) && id < most; id++) {
        states_load(&states, (StateId){id}, &state);
        if (!is_deep(m, &state))
            expand_bounded(program, &states, &state, &next, &out, answer);
    }
    states_free(&states);
    state_free(&state);
    state_free(&next);
    outcomes_free(&out);
    machine_free(m);
}

/* Whether the answer has all that is expected of it under the properties of the row. */
static bool has_errors(const Answer *answer, const Answer *expected, const Row *row)
{
    vec_each (Found, wanted, &expected->errors) {
        bool found = !(error_info[wanted->error].property & row->properties);
        /* where nobody waits is named when it is replayed */
        vec_each (Found, got, &answer->errors)
            found |= wanted->error == ERR_DEADLOCK ? got->error == ERR_DEADLOCK
                                                   : compare_found(wanted, got) == 0;
        if (!found)
            return false;
    }
    return true;
}

static Agreement compare_bounded(Agree *a, const Program *program)
{
    Answer expected = {0};
    Agreement result = AGREED_BOUNDED;
    search_bounded(program, a->most_states, &expected);
    expected.verdict = expected.errors.len ? VERDICT_BUG : VERDICT_BOUNDED;
    for (const Row *row = rows; row < rows + ROWS && result == AGREED_BOUNDED; row++) {
        Answer got = {0};
        if (!explore(program, row, SUMMARIZED, &got, a->why, sizeof a->why))
            result = AGREED_NOT;
        else if (got.open)
            a->open++;
        else if (!row->apart && !has_errors(&got, &expected, row)) {
            say(a, row, method_names[SUMMARIZED], &expected, &got);
            result = AGREED_NOT;
        }
        answer_free(&got);
    }
    a->plain = expected;
    return result;
}

/* The bound engine, on whole states and on automata. */
static bool compare_contexts(Agree *a, const Program *program, uint32_t most_frames)
{
    static const uint32_t asked[] = {ALL, ALL | PROPERTY_RACE, PROPERTY_RACE,
                                     PROPERTY_ACCESS | PROPERTY_ASSERT};
    ContextsCheck check = {.program = program,
                           .most_states = a->most_states,
                           .most_frames = most_frames,
                           .why = a->why,
                           .size = sizeof a->why,
                           .open = &a->bound_open};
    bool agree = true;
    for (size_t k = 0; a->contexts && agree && k < sizeof asked / sizeof *asked; k++) {
        check.properties = asked[k];
        agree = contexts_agree(&check);
    }
    return agree;
}

/* ---- comparisons: all are false and fill a->why if there is a difference ---- */

/* A deadlock is named at one of the threads that wait. */
static bool is_among(const Answer *got, const Answer *expected)
{
    const Found *found = &got->errors.at[0];
    vec_each (Found, known, &expected->errors)
        if (compare_found(known, found) == 0 ||
            (known->error == ERR_DEADLOCK && found->error == ERR_DEADLOCK))
            return true;
    return false;
}

/* The search under the properties of a row against what is expected of it. */
static bool compare_search(Agree *a, const Program *program, const Row *row, Method method,
                           const Answer *expected)
{
    Answer got = {0};
    bool same = explore(program, row, method, &got, a->why, sizeof a->why);
    bool open = method == SUMMARIZED && got.open;
    a->open += open;
    if (same && row->loose)
        same = open || got.verdict == expected->verdict;
    else if (same)
        same = open || same_errors(expected, &got, false);
    if (!same && !*a->why)
        say(a, row, method == PLAIN ? "under these alone" : method_names[method], expected, &got);
    if (method == REDUCED && row == rows)
        a->reduced_states = got.states;
    if (method == SUMMARIZED && row == rows)
        a->summarized_states = got.states;
    answer_free(&got);
    return same;
}

/* One error is named that is there, or there is none, or hunt has not looked at all runs. */
static bool compare_one(Agree *a, const Program *program, const Row *row, Method method,
                        const Answer *expected)
{
    Answer got = {0};
    bool same = explore(program, row, method, &got, a->why, sizeof a->why);
    if (same && got.errors.len)
        same = expected->verdict == VERDICT_BUG && (row->loose || is_among(&got, expected));
    else if (same && method == FIRST)
        same = got.verdict == expected->verdict;
    else if (same && !got.open)
        same = expected->verdict != VERDICT_BUG;
    a->hunt_open += method != FIRST && !got.errors.len && got.open;
    if (!same && !*a->why)
        say(a, row, method_names[method], expected, &got);
    answer_free(&got);
    return same;
}

static bool is_annotated(const Program *program)
{
    bool annotated = program->accesses.len > 0;
    vec_each (Proc, proc, &program->procs)
        annotated |= proc->atomic;
    return annotated;
}

static bool breaks_annotation(const Answer *answer)
{
    bool breaks = false;
    vec_each (Found, found, &answer->errors)
        breaks |= error_info[found->error].property == PROPERTY_ACCESS;
    return breaks;
}

static bool compare_reduced(Agree *a, const Program *program, bool races)
{
    bool same = true, annotated = is_annotated(program);
    for (const Row *row = rows; row < rows + ROWS && same; row++) {
        Answer expected = {0};
        bool access = row->properties & PROPERTY_ACCESS;
        if (access && (!annotated || (row->rare && !a->thorough)))
            continue;
        if (row->apart && !races)
            continue;
        if (row->apart)
            same = explore(program, row, PLAIN, &expected, a->why, sizeof a->why);
        else
            answer_filter(&a->plain, row->properties, &expected);
        if (a->thorough)
            same = same && compare_search(a, program, row, PLAIN, &expected);
        same = same && compare_search(a, program, row, REDUCED, &expected) &&
               compare_one(a, program, row, FIRST, &expected);
        if (!a->no_summaries)
            same = same && compare_search(a, program, row, SUMMARIZED, &expected);
        if (!a->no_hunt)
            same = same && compare_one(a, program, row, HUNTED, &expected) &&
                   compare_one(a, program, row, PREEMPTED, &expected);
        if (row->loose)
            a->races = expected.verdict == VERDICT_BUG;
        if (access)
            a->breaks |= breaks_annotation(&expected);
        if (!same)
            a->list = row->list;
        answer_free(&a->expected);
        a->expected = expected;
    }
    return same;
}

/* The program `other` must have exactly the states of the plain search. */
static bool compare_program(Agree *a, Subject *other, const char *what, bool moved)
{
    Answer got = {0};
    bool same = explore(other->program, &rows[0], PLAIN, &got, a->why, sizeof a->why);
    if (same && !(same = same_errors(&a->plain, &got, moved) && got.states == a->plain.states &&
                         got.transitions == a->plain.transitions))
        say(a, &rows[0], what, &a->plain, &got);
    answer_free(&got);
    return same;
}

static bool compare_text_form(Agree *a, const Program *program)
{
    Subject other = {0};
    char *text = NULL;
    size_t len;
    FILE *out = open_memstream(&text, &len);
    ir_print(program, out);
    fclose(out);
    bool same = load(&other, text, len, false);
    if (!same)
        snprintf(a->why, sizeof a->why, "the text form cannot be read");
    else
        same = compare_program(a, &other, "of the text form", false);
    unload(&other);
    free(text);
    return same;
}

static bool compare_turned(Agree *a, const char *text)
{
    Subject other = {0};
    bool same = load(&other, text, strlen(text), true);
    if (!same)
        snprintf(a->why, sizeof a->why, "with the threads in another order it is no program");
    else
        same = compare_program(a, &other, "with the threads in another order", true);
    unload(&other);
    return same;
}

/* The program in which the methods are atomic that claim to be, and whose claims hold: if it is
 * safe, so is the program. */
static bool compare_serial(Agree *a, const char *text)
{
    Subject other = {0};
    Answer serial = {0}, expected = {0};
    bool same = true;
    answer_filter(&a->plain, ALL & ~(uint32_t)PROPERTY_DEADLOCK, &expected);
    if (load(&other, text, strlen(text), true)) /* not if it yields there */
        same = explore(other.program, &rows[0], PLAIN, &serial, a->why, sizeof a->why);
    a->serial += same && serial.verdict == VERDICT_SAFE;
    if (same && serial.verdict == VERDICT_SAFE && expected.verdict != VERDICT_SAFE) {
        same = false;
        say(a, &rows[0], "with its claims made true", &expected, &serial);
    }
    answer_free(&serial);
    answer_free(&expected);
    unload(&other);
    return same;
}

/* Takes away some of the points, but not those that waiting goes back to.  So actions, calls and
 * returns are mixed as in programs of other languages.  (But not what a data race is: an action
 * that takes a lock and then touches something is about to touch it, for a search by actions.) */
static void take_points(Program *program, uint64_t number)
{
    VEC(bool) heads = {0};
    vec_resize(&heads, program->code.len);
    vec_each (Instr, i, &program->code)
        if (op_info[i->op].blocks)
            heads.at[i->target] = true;
    for (uint32_t pc = 1; pc < program->code.len; pc++) {
        number = number * 6364136223846793005u + 1442695040888963407u;
        if (program->code.at[pc].op == OP_POINT && !heads.at[pc] && number >> 63)
            program->code.at[pc] =
                (Instr){.op = OP_FORGET, .dst = NO_REF, .a = NO_REF, .b = NO_REF};
    }
    vec_free(&heads);
}

static bool compare_thinned(Agree *a, const char *text)
{
    Subject other = {0};
    Answer plain = a->plain;
    a->plain = (Answer){0};
    bool same = load(&other, text, strlen(text), true);
    take_points(other.program, a->thin);
    if (a->thin >> 7 & 1)
        blind_program(other.program, a->thin * UINT64_C(0x9e3779b97f4a7c15));
    if (count_states(other.program, a->most_states) <= a->most_states) {
        same = explore(other.program, &rows[0], PLAIN, &a->plain, a->why, sizeof a->why);
        if (same && a->plain.verdict != VERDICT_UNKNOWN)
            same =
                compare_reduced(a, other.program, false) && compare_contexts(a, other.program, 0);
        if (!same)
            snprintf(a->why + strlen(a->why), sizeof a->why - strlen(a->why),
                     " (points taken away: %llu)", (unsigned long long)a->thin);
    }
    answer_free(&a->plain);
    a->plain = plain;
    unload(&other);
    return same;
}

static Agreement compare(Agree *a, const Program *program, const char *turned, const char *serial)
{
    uint64_t count = count_states(program, a->most_states);
    if (count > a->most_states)
        return !a->endless                                  ? AGREED_UNKNOWN
               : !compare_contexts(a, program, MOST_FRAMES) ? AGREED_NOT
                                                            : compare_bounded(a, program);
    bool replayed = explore(program, &rows[0], PLAIN, &a->plain, a->why, sizeof a->why);
    answer_filter(&a->plain, rows[0].properties, &a->expected);
    if (!replayed)
        return AGREED_NOT;
    if (a->plain.verdict == VERDICT_UNKNOWN)
        return AGREED_UNKNOWN;
    if (count != a->plain.states) {
        snprintf(a->why, sizeof a->why, "%llu states, but the unreduced search finds %llu",
                 (unsigned long long)count, (unsigned long long)a->plain.states);
        return AGREED_NOT;
    }
    if (!compare_reduced(a, program, true) || !compare_contexts(a, program, 0))
        return AGREED_NOT;
    answer_filter(&a->plain, rows[0].properties, &a->expected);
    if (a->text_form && !compare_text_form(a, program))
        return AGREED_NOT;
    if (serial && !a->breaks && !compare_serial(a, serial))
        return AGREED_NOT;
    return turned && !compare_turned(a, turned) ? AGREED_NOT : AGREED;
}

void agree_free(Agree *a)
{
    answer_free(&a->plain);
    answer_free(&a->expected);
    a->plain = a->expected = (Answer){0};
}

Agreement agree_check(Agree *a, const char *text, const char *turned, const char *serial)
{
    Subject subject = {0};
    Agreement result = AGREED_NONSENSE;
    agree_free(a);
    a->list = rows[0].list;
    a->reduced_states = a->summarized_states = a->open = a->bound_open = a->hunt_open = 0;
    a->races = a->breaks = false;
    a->why[0] = 0;
    if (load(&subject, text, strlen(text), true)) {
        result = compare(a, subject.program, turned, serial);
        if (result == AGREED && a->thin && !compare_thinned(a, text))
            result = AGREED_NOT;
    } else if (subject.diag.messages.len)
        snprintf(a->why, sizeof a->why, "%u:%u: %s", subject.diag.messages.at[0].pos.line,
                 subject.diag.messages.at[0].pos.column, subject.diag.messages.at[0].text);
    unload(&subject);
    return result;
}
