/* runs.c -- random programs with random formulas: what explore says of whole runs is compared with a nested
 * depth-first search (Courcoubetis, Vardi, Wolper, Yannakakis, FMSD 1992).
 *
 * So is what hunt says, which comes to the same states by random runs.
 *
 * The search knows no components.  A run is a way there and then, from a place that is guessed, a part in which all that is to
 * happen again and again is counted off.  Strong fairness is guessed, too: each thread and each fair action either happens again and
 * again, or is not possible any more. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/replay.h"
#include "engine/explore/explore.h"
#include "engine/hunt/hunt.h"
#include "front/zing/zing.h"
#include "ltl/ltl.h"
#include "machine/condition.h"
#include "machine/part.h"
#include "machine/schedule.h"
#include "machine/states.h"

enum { MOST_TEXT = 8000, MOST_STATES = 400, MOST_NODES = 400000, MOST_PAIRS = 6, VARIABLES = 3 };

typedef struct Edge {
    uint32_t from, to, rule;
    uint32_t tid; /* UINT32_MAX: the last state lasts */
    bool shows;
} Edge;

typedef struct Fuzz {
    uint64_t dice;
    FILE *out;
    uint32_t depth;
    /* of one program */
    VEC(Edge) edges; /* by `from` */
    VEC(uint32_t) first;
    VEC(uint32_t) can, cannot, live;
    VEC(uint64_t) letters;
    Buchi buchi;
    /* of one search */
    uint32_t kinds, pairs[MOST_PAIRS], count, never, starving;
    bool strong, weak, found;
    VEC(uint8_t) marks;
    uint32_t seed;
    uint64_t safe, bugs, skipped;
} Fuzz;

static uint32_t draw(Fuzz *f, uint32_t below)
{
    f->dice = f->dice * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(f->dice >> 33) % below;
}

/* ---- programs and formulas ---- */

static char variable(Fuzz *f)
{
    return (char)('a' + draw(f, VARIABLES));
}

static void put_statement(Fuzz *f)
{
    char x = variable(f), y = variable(f);
    f->depth++;
    switch (draw(f, f->depth > 3 ? 5 : 9)) {
    case 0:
    case 1:
        fprintf(f->out, "%c = %s;\n", x, draw(f, 2) ? "true" : "false");
        break;
    case 2:
        fprintf(f->out, "%c = %s%c;\n", x, draw(f, 2) ? "!" : "", y);
        break;
    case 3:
        fprintf(f->out, "select { wait(%s%c) -> %c = %s; }\n", draw(f, 2) ? "!" : "", x, y,
                draw(f, 2) ? "true" : "false");
        break;
    case 4:
        fprintf(f->out, "atomic { select { wait(!%c) -> %c = true; } }\n", x, x);
        break;
    case 5:
        fprintf(f->out, "while (%s%c) {\n", draw(f, 2) ? "!" : "", x);
        if (draw(f, 2))
            put_statement(f);
        fputs("}\n", f->out);
        break;
    case 6:
        fprintf(f->out, "if (%c) {\n", x);
        put_statement(f);
        fputs("} else {\n", f->out);
        put_statement(f);
        fputs("}\n", f->out);
        break;
    case 7:
        fprintf(f->out, "%c = choose(bool);\n", x);
        break;
    default:
        fprintf(f->out, "atomic { %c = !%c; %c = %c; }\n", x, x, y, variable(f));
        break;
    }
    f->depth--;
}

static void put_program(Fuzz *f, char *text, size_t size)
{
    uint32_t threads = 2 + (draw(f, 4) == 0);
    f->out = fmemopen(text, size, "w");
    fputs("class M {\n", f->out);
    for (int k = 0; k < VARIABLES; k++)
        fprintf(f->out, "static bool %c;\n", 'a' + k);
    for (uint32_t t = 0; t < threads; t++) {
        bool loops = draw(f, 3) != 0;
        fprintf(f->out, "activate static void T%u() {\n%s", t, loops ? "while (true) {\n" : "");
        for (uint32_t k = draw(f, 3) + 1; k; k--)
            put_statement(f);
        fputs(loops ? "}\n}\n" : "}\n", f->out);
    }
    fputs("};\n", f->out);
    fclose(f->out);
}

static void add_formula(Fuzz *f, char *text, size_t size, int depth)
{
    static const char *const unary[] = {"!", "G ", "F ", "G F ", "F G ", "X "};
    static const char *const binary[] = {"&", "|", "->", "U", "R", "W"};
    size_t at = strlen(text);
    if (!depth || !draw(f, 5)) {
        if (draw(f, 8))
            snprintf(text + at, size - at, "{M.%c}", variable(f));
        else
            snprintf(text + at, size - at, "%s", draw(f, 2) ? "end" : "at(M.T0)");
    } else if (draw(f, 5) < 3) {
        snprintf(text + at, size - at, "%s", unary[draw(f, 6)]);
        add_formula(f, text, size, depth - 1);
    } else {
        snprintf(text + at, size - at, "(");
        add_formula(f, text, size, depth - 1);
        at = strlen(text);
        snprintf(text + at, size - at, " %s ", binary[draw(f, 6)]);
        add_formula(f, text, size, depth - 1);
        at = strlen(text);
        snprintf(text + at, size - at, ")");
    }
}

/* ---- all states ---- */

static bool updates(const Outcome *o)
{
    bool update = false;
    for (size_t k = 0; k < o->touched.len; k++)
        for (size_t n = 0; n < k; n++) {
            const Touch *r = &o->touched.at[n], *w = &o->touched.at[k];
            update |= r->kind == TOUCH_DATA && w->kind == TOUCH_DATA && r->atomic && w->atomic &&
                      !r->write && w->write && r->object == w->object && r->offset == w->offset;
        }
    return update;
}

static void note_edges(Fuzz *f, States *states, State *state, uint32_t id, Records *rules,
                       Outcomes *out)
{
    bool lasts = true, is_new;
    uint32_t live = 0;
    uint32_t *can = &f->can.at[id], *cannot = &f->cannot.at[id];
    each_live (t, state)
        live |= 1u << state->threads.at[t].tid.ix;
    *cannot = ~live;
    f->live.at[id] = live;
    each_turn (t, state, state_chooser(states->m, state)) {
        const StateThread *thread = &state->threads.at[t];
        uint32_t bit = 1u << thread->tid.ix;
        state_step(states->m, state, t, out);
        machine_open(states->m, state->g);
        bool shows[64] = {false}, runs = false;
        for (size_t k = 0; k < out->len && k < 64; k++) {
            const Outcome *o = &out->all.at[k];
            shows[k] = o->shows || o->kind == OUTCOME_ENDED;
            vec_each (Touch, touch, &o->touched)
                shows[k] |= machine_will_change(states->m, touch);
        }
        for (size_t k = 0; k < out->len; k++) {
            const Outcome *o = &out->all.at[k];
            if (!outcome_has_successor(o))
                continue;
            uint64_t words[] = {thread->tid.ix, thread->l.ix, thread->s.ix, o->l.ix, o->s.ix};
            uint32_t rule = updates(o) ? records_add(rules, words, 5) : 0;
            uint32_t to = states_add_step(states, state, t, o, &is_new).ix;
            vec_push(&f->edges, ((Edge){id, to, rule, thread->tid.ix, k >= 64 || shows[k]}));
            runs = true;
        }
        *(runs ? can : cannot) |= bit;
        lasts &= !runs;
    }
    if (lasts)
        vec_push(&f->edges, ((Edge){id, id, 0, UINT32_MAX, false}));
}

/* False: there are too many. */
static bool build(Fuzz *f, const Program *program, const Ltl *ltl)
{
    MachineOptions options = {.track_owners = true, .touches = true};
    Machine *m = machine_new(program, options);
    States states = {.m = m};
    State state = {0};
    Outcomes out = {0};
    Records rules = {0};
    Conditions conditions = {
        .m = m, .definitions = "", .atoms = ltl->atoms.at, .count = ltl->atoms.len};
    bool is_new;
    f->edges.len = f->first.len = f->can.len = f->cannot.len = f->live.len = f->letters.len = 0;
    machine_initial(m, &out);
    state_initial(m, &out.all.at[0], &state);
    states_add(&states, &state, &is_new);
    uint32_t id = 0;
    for (; id < states_count(&states) && id < MOST_STATES; id++) {
        vec_resize(&f->can, id + 1);
        vec_resize(&f->cannot, id + 1);
        vec_resize(&f->live, id + 1);
        vec_push(&f->first, (uint32_t)f->edges.len);
        states_load(&states, (StateId){id}, &state);
        note_edges(f, &states, &state, id, &rules, &out);
        vec_push(&f->letters, conditions_of(&conditions, &state));
    }
    vec_push(&f->first, (uint32_t)f->edges.len);
    f->kinds = records_count(&rules);
    bool all = id == states_count(&states);
    conditions_free(&conditions);
    records_free(&rules);
    states_free(&states);
    state_free(&state);
    outcomes_free(&out);
    machine_free(m);
    return all;
}

/* ---- the nested search ---- */

/* A node is a state, one of the automaton, whether the part that repeats has begun, and how much of what is to happen
 * has happened since it was all done last. */
typedef struct Node {
    uint32_t state, automaton, round, done;
} Node;

static uint32_t most_done(const Fuzz *f)
{
    return (uint32_t)__builtin_popcountll(f->buchi.sets) + f->count + 1;
}

static uint32_t number(const Fuzz *f, Node n)
{
    uint32_t q = (uint32_t)f->buchi.states.len;
    return ((n.state * q + n.automaton) * 2 + n.round) * (most_done(f) + 1) + n.done;
}

/* Obligation k: the sets, then the pairs that happen; the last one is always met. */
static bool is_met(const Fuzz *f, uint32_t k, Node n, const Edge *e)
{
    uint32_t sets = (uint32_t)__builtin_popcountll(f->buchi.sets);
    uint64_t rest = f->buchi.sets;
    if (k < sets) {
        for (uint32_t skip = k; skip; skip--)
            rest &= rest - 1;
        return f->buchi.states.at[n.automaton].sets & (rest & -rest);
    }
    k -= sets;
    if (k >= f->count || f->never >> k & 1)
        return true;
    uint32_t pair = f->pairs[k];
    if (pair >= 32) /* a rule */
        return e->rule == pair - 32;
    return e->tid == pair || (f->weak && f->cannot.at[n.state] >> pair & 1);
}

/* May the part that repeats be here? */
static bool is_allowed(const Fuzz *f, uint32_t state)
{
    for (uint32_t k = 0; f->strong && k < f->count; k++) {
        if (!(f->never >> k & 1))
            continue;
        if (f->pairs[k] < 32 && f->can.at[state] >> f->pairs[k] & 1)
            return false;
        for (uint32_t e = f->first.at[state]; e < f->first.at[state + 1]; e++)
            if (f->pairs[k] >= 32 && f->edges.at[e].rule == f->pairs[k] - 32)
                return false;
    }
    return !f->starving || f->live.at[state] >> (f->starving - 1) & 1;
}

static bool is_step(const Fuzz *f, Node n, const Edge *e)
{
    if (!n.round || !f->starving)
        return true;
    return e->tid != UINT32_MAX && !(e->tid == f->starving - 1 && e->shows);
}

typedef void Visit(Fuzz *f, Node n);

static void visit_next(Fuzz *f, Node n, Visit *visit)
{
    const BuchiState *q = &f->buchi.states.at[n.automaton];
    for (uint32_t e = f->first.at[n.state]; e < f->first.at[n.state + 1] && !f->found; e++) {
        const Edge *edge = &f->edges.at[e];
        uint32_t done = n.done == most_done(f) ? 0 : n.done;
        if (n.round && is_met(f, done, n, edge))
            done++;
        for (uint32_t k = q->first; k < q->end && is_step(f, n, edge); k++) {
            uint32_t to = f->buchi.to.at[k];
            if (!buchi_allows(&f->buchi.states.at[to], f->letters.at[edge->to]))
                continue;
            if (!n.round || is_allowed(f, edge->to))
                visit(f, (Node){edge->to, to, n.round, done});
        }
    }
}

static void visit_second(Fuzz *f, Node n)
{
    uint32_t id = number(f, n);
    f->found |= id == f->seed;
    if (f->found || f->marks.at[id] & 2)
        return;
    f->marks.at[id] |= 2;
    visit_next(f, n, visit_second);
}

static void visit_first(Fuzz *f, Node n)
{
    uint32_t id = number(f, n);
    if (f->found || f->marks.at[id] & 1)
        return;
    f->marks.at[id] |= 1;
    visit_next(f, n, visit_first);
    if (!n.round && is_allowed(f, n.state))
        visit_first(f, (Node){n.state, n.automaton, 1, 0});
    if (n.round && n.done == most_done(f) && !f->found) {
        f->seed = id;
        visit_next(f, n, visit_second);
    }
}

/* False in *asked: there is too much to guess. */
static bool search(Fuzz *f, const char *fairness, bool *asked)
{
    f->strong = strcmp(fairness, "locks") == 0;
    f->weak = strcmp(fairness, "weak") == 0;
    f->count = 0;
    f->found = false;
    uint32_t threads = 0;
    for (size_t k = 0; k < f->live.len; k++)
        threads |= f->live.at[k];
    for (uint32_t tid = 0; tid < 32; tid++)
        if ((f->strong || f->weak) && threads >> tid & 1 && f->count < MOST_PAIRS)
            f->pairs[f->count++] = tid;
    *asked = !f->strong || f->count + f->kinds <= MOST_PAIRS;
    for (uint32_t rule = 1; f->strong && *asked && rule <= f->kinds; rule++)
        f->pairs[f->count++] = 32 + rule;
    size_t nodes = f->letters.len * f->buchi.states.len * 2 * (most_done(f) + 1);
    *asked &= nodes <= MOST_NODES;
    for (f->never = 0; *asked && !f->found && f->never < (f->strong ? 1u << f->count : 1u);
         f->never++) {
        f->marks.len = 0;
        vec_resize(&f->marks, nodes + 1);
        vec_each (uint32_t, first, &f->buchi.initial)
            if (buchi_allows(&f->buchi.states.at[*first], f->letters.at[0]))
                visit_first(f, (Node){0, *first, 0, 0});
    }
    return f->found;
}

/* ---- comparing ---- */

static VerdictKind ask_engine(const Engine *engine, const Program *program, const char *formula,
                              const char *fairness, uint32_t property)
{
    char why[256];
    Options options = option_defaults();
    options.ltl = formula;
    options.fairness = fairness;
    Job job = {.input = INPUT_PROGRAM, .program = program, .options = &options};
    job.sources = program->sources;
    job.properties = property;
    budget_begin(&job.budget, 0, 1000, PROGRESS_NONE);
    engine_run(engine, &job);
    VerdictKind verdict = job.verdict;
    vec_each (Bug, bug, &job.bugs)
        if (!check_replay(&job, bug, why, sizeof why)) {
            printf("not confirmed: %s\n", why);
            verdict = VERDICT_BOUNDED;
        }
    job_free(&job);
    return verdict;
}

/* Hunt comes to all states of so small a program: it finds what there is, and nothing else. */
static VerdictKind ask(const Program *program, const char *formula, const char *fairness,
                       uint32_t property)
{
    VerdictKind all = ask_engine(&engine_explore, program, formula, fairness, property);
    VerdictKind some = ask_engine(&engine_hunt, program, formula, fairness, property);
    if ((all == VERDICT_BUG) == (some == VERDICT_BUG) && some != VERDICT_BOUNDED)
        return all;
    printf("%s, --fairness=%s: explore and hunt do not agree\n", formula, fairness);
    return VERDICT_BOUNDED;
}

static bool agree(Fuzz *f, const Program *program, const char *formula, const char *fairness)
{
    bool asked, all;
    Ltl ltl = {0};
    ltl_parse(&ltl, formula);
    all = build(f, program, &ltl);
    f->buchi = (Buchi){0};
    f->starving = 0;
    bool good = true;
    if (all && buchi_make(&f->buchi, &ltl, ltl_normal(&ltl, ltl.root, true))) {
        bool broken = search(f, fairness, &asked);
        VerdictKind verdict = ask(program, formula, fairness, PROPERTY_LTL);
        good = !asked || verdict == (broken ? VERDICT_BUG : VERDICT_SAFE);
        if (!good)
            printf("%s, --fairness=%s: %s by the nested search\n", formula, fairness,
                   broken ? "broken" : "kept");
        f->bugs += asked && broken;
        f->safe += asked && !broken;
        f->skipped += !asked;
    } else
        f->skipped++;
    buchi_free(&f->buchi);
    ltl_free(&ltl);
    return good;
}

static bool agree_on_livelock(Fuzz *f, const Program *program, const char *fairness)
{
    Ltl ltl = {0};
    bool all, asked = true, broken = false, good = true;
    ltl_parse(&ltl, "true");
    all = build(f, program, &ltl);
    f->buchi = (Buchi){0};
    buchi_make(&f->buchi, &ltl, ltl_normal(&ltl, ltl.root, false));
    for (f->starving = 1; all && asked && !broken && f->starving <= 4; f->starving++)
        broken = search(f, fairness, &asked);
    if (all && asked) {
        VerdictKind verdict = ask(program, "", fairness, PROPERTY_LIVELOCK);
        good = verdict == (broken ? VERDICT_BUG : VERDICT_SAFE);
        if (!good)
            printf("livelock, --fairness=%s: %s by the nested search\n", fairness,
                   broken ? "there is one" : "there is none");
        *(broken ? &f->bugs : &f->safe) += 1;
    }
    f->starving = 0;
    buchi_free(&f->buchi);
    ltl_free(&ltl);
    return good;
}

/* One program; false: something is wrong. */
static bool try(Fuzz *f, const char *text)
{
    static const char *const kinds[] = {"none", "weak", "locks"};
    Sources sources = {0};
    Diag diag = {.sources = &sources};
    ZingOptions options = {0};
    int file = source_add(&sources, "runs.zing", text, strlen(text));
    Program *program = zing_load(&sources, &file, 1, &options, &diag);
    diag_print(&diag, stderr);
    bool good = program != NULL;
    for (int k = 0; good && k < 3; k++) {
        char formula[2000] = "";
        add_formula(f, formula, sizeof formula, 3);
        good = agree(f, program, formula, kinds[draw(f, 3)]);
    }
    good = good && agree(f, program, "F end", kinds[draw(f, 3)]) &&
           agree_on_livelock(f, program, kinds[draw(f, 3)]);
    if (program)
        program_free(program);
    diag_free(&diag);
    source_free(&sources);
    return good;
}

int main(int argc, char **argv)
{
    uint64_t seed = 1, count = 100;
    static char text[MOST_TEXT];
    Fuzz f = {0};
    for (int k = 1; k < argc; k++) {
        if (strncmp(argv[k], "--seed=", 7) == 0)
            seed = strtoull(argv[k] + 7, NULL, 10);
        if (strncmp(argv[k], "--count=", 8) == 0)
            count = strtoull(argv[k] + 8, NULL, 10);
    }
    for (uint64_t n = 0; n < count; n++) {
        f.dice = (seed + n) * 0x9e3779b97f4a7c15u + 1;
        draw(&f, 2);
        put_program(&f, text, sizeof text);
        if (!try(&f, text)) {
            printf("seed %" PRIu64 "\n%s", seed + n, text);
            return 1;
        }
    }
    printf("%" PRIu64 " programs: %" PRIu64 " questions answered with yes, %" PRIu64
           " with no, %" PRIu64 " too large\n",
           count, f.safe, f.bugs, f.skipped);
    vec_free(&f.edges);
    vec_free(&f.first);
    vec_free(&f.can);
    vec_free(&f.cannot);
    vec_free(&f.live);
    vec_free(&f.letters);
    vec_free(&f.marks);
    return 0;
}
