/* hangs.c -- random programs that may hang: what explore says over transactions, persistent sets, symmetry, slices and
 * locks that programs write themselves is compared with a look at all states and all actions.
 *
 * The programs have threads that are alike, locks of several kinds that are sometimes not given back, loops in which a thread
 * waits for a flag, and loops that serve for ever. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/replay.h"
#include "engine/explore/explore.h"
#include "flow/slice.h"
#include "front/zing/zing.h"
#include "machine/part.h"
#include "machine/schedule.h"
#include "machine/states.h"

enum { MOST_TEXT = 20000, MOST_STATES = 4000, WORK = 4000000, FLAGS = 3, LOCKS = 2 };

typedef struct Fuzz {
    uint64_t dice;
    FILE *out;
    uint32_t depth;
    uint64_t hang, none, large;
} Fuzz;

typedef struct Edge {
    uint32_t from, to, tid;
    bool shows;
} Edge;

typedef struct Graph {
    States states;
    State state;
    Outcomes out;
    VEC(Edge) edges;
    VEC(uint64_t) can; /* get on */
} Graph;

static uint32_t draw(Fuzz *f, uint32_t below)
{
    f->dice = f->dice * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(f->dice >> 33) % below;
}

/* ---- programs ---- */

static char flag(Fuzz *f)
{
    return (char)('a' + draw(f, FLAGS));
}

static const char *negation(Fuzz *f)
{
    return draw(f, 2) ? "!" : "";
}

static const char *truth(Fuzz *f)
{
    return draw(f, 2) ? "true" : "false";
}

static void put_statements(Fuzz *f, uint32_t most);

/* A lock is taken, something is done, and it is given back, as a rule. */
static void put_section(Fuzz *f)
{
    char lock = (char)('l' + draw(f, LOCKS));
    switch (draw(f, 4)) {
    case 0:
        fprintf(f->out, "atomic { select { wait(!%c) -> %c = true; } }\n", lock, lock);
        break;
    case 1:
        fprintf(f->out,
                "got = false;\nwhile (!got) { atomic { if (!%c) { %c = true; got = true; } } }\n",
                lock, lock);
        break;
    case 2:
        fprintf(f->out,
                "got = true;\nwhile (got) { while (%c) { ; } atomic { got = %c; %c = true; } }\n",
                lock, lock, lock);
        break;
    default:
        fprintf(f->out, "got = true;\nwhile (got) { atomic { got = %c; %c = true; } }\n", lock,
                lock);
        break;
    }
    if (draw(f, 2))
        fprintf(f->out, "%c%c = !%c%c;\n", lock, lock, lock, lock); /* it is protected */
    put_statements(f, 2);
    if (draw(f, 8))
        fprintf(f->out, "%c = false;\n", lock);
}

static void put_ticket(Fuzz *f)
{
    fputs("atomic { me = next; next = (next + 1) % 4; }\nwhile (now != me) { ; }\n", f->out);
    put_statements(f, 1);
    if (draw(f, 8))
        fputs("atomic { now = (now + 1) % 4; }\n", f->out);
}

static void put_loop(Fuzz *f)
{
    fprintf(f->out, "while (%s%c) {\n", negation(f), draw(f, 6) ? flag(f) : 'x');
    if (draw(f, 2))
        put_statements(f, 1);
    else
        fputs(draw(f, 2) ? ";\n" : "x = !x;\n", f->out);
    fputs("}\n", f->out);
}

static void put_simple(Fuzz *f, uint32_t kind)
{
    switch (kind) {
    case 0:
    case 1:
        fprintf(f->out, "%c = %s;\n", flag(f), truth(f));
        break;
    case 2:
        fprintf(f->out, "x = %s%c;\n", negation(f), draw(f, 2) ? flag(f) : 'x');
        break;
    case 3:
        fprintf(f->out, "select %s{ wait(%s%c) -> %c = %s; }\n", draw(f, 5) ? "" : "end ",
                negation(f), flag(f), draw(f, 2) ? flag(f) : 'x', truth(f));
        break;
    case 4:
        fprintf(f->out, "if (%s%c) { %c = %s; }\n", negation(f), draw(f, 2) ? flag(f) : 'x',
                flag(f), truth(f));
        break;
    default:
        fprintf(f->out, "%c = choose(bool);\n", draw(f, 2) ? flag(f) : 'x');
        break;
    }
}

static void put_statements(Fuzz *f, uint32_t most)
{
    f->depth++;
    for (uint32_t k = draw(f, most) + 1; k; k--) {
        uint32_t kind = draw(f, f->depth > 2 ? 6 : 13);
        if (kind < 6)
            put_simple(f, kind);
        else if (kind < 9)
            put_section(f);
        else if (kind < 12)
            put_loop(f);
        else
            put_ticket(f);
    }
    f->depth--;
}

static void put_body(Fuzz *f)
{
    bool serves = draw(f, 4) == 0;
    fputs("bool x; bool got; int me;\n", f->out);
    if (serves)
        fputs("while (true) {\n", f->out);
    put_statements(f, 3);
    if (serves)
        fputs("}\n", f->out);
    fputs("}\n", f->out);
}

static void put_program(Fuzz *f, char *text, size_t size)
{
    uint32_t procedures = 1 + draw(f, 2), threads = 2 + (draw(f, 3) == 0);
    f->out = fmemopen(text, size, "w");
    fputs("class M {\nstatic int next; static int now;\n", f->out);
    for (int k = 0; k < FLAGS; k++)
        fprintf(f->out, "static bool %c;\n", 'a' + k);
    for (int k = 0; k < LOCKS; k++)
        fprintf(f->out, "static bool %c; static bool %c%c;\n", 'l' + k, 'l' + k, 'l' + k);
    for (uint32_t p = 0; p < procedures; p++) {
        fprintf(f->out, "static void P%u() {\n", p);
        put_body(f);
    }
    fputs("activate static void Main() {\n", f->out);
    for (uint32_t t = 0; t < threads; t++)
        fprintf(f->out, "async P%u();\n", draw(f, procedures));
    if (draw(f, 2))
        put_body(f);
    else
        fputs("}\n", f->out);
    fputs("};\n", f->out);
    fclose(f->out);
}

/* ---- all states ---- */

static uint64_t bit_of(uint32_t tid)
{
    return (uint64_t)1 << tid;
}

static void expand(Graph *g, uint32_t id)
{
    bool is_new;
    uint64_t live = 0, idle = 0;
    states_load(&g->states, (StateId){id}, &g->state);
    each_live (t, &g->state)
        live |= bit_of(g->state.threads.at[t].tid.ix);
    each_turn (t, &g->state, state_chooser(g->states.m, &g->state)) {
        uint32_t tid = g->state.threads.at[t].tid.ix;
        bool shows[64] = {false};
        state_step(g->states.m, &g->state, t, &g->out);
        machine_open(g->states.m, g->state.g);
        for (size_t k = 0; k < g->out.len && k < 64; k++) {
            const Outcome *o = &g->out.all.at[k];
            shows[k] = o->shows || o->kind == OUTCOME_ENDED;
            vec_each (Touch, touch, &o->touched)
                shows[k] |= machine_will_change(g->states.m, touch);
        }
        for (size_t k = 0; k < g->out.len; k++) {
            const Outcome *o = &g->out.all.at[k];
            idle |= o->kind == OUTCOME_IDLE ? bit_of(tid) : 0;
            if (!outcome_has_successor(o))
                continue;
            uint32_t to = states_add_step(&g->states, &g->state, t, o, &is_new).ix;
            vec_push(&g->edges, ((Edge){id, to, tid, k >= 64 || shows[k]}));
        }
    }
    vec_push(&g->can, ~live | idle);
}

static bool is_stuck(Graph *g)
{
    bool more = true;
    while (more) {
        more = false;
        vec_each (Edge, e, &g->edges) {
            uint64_t can = g->can.at[e->to] | (e->shows ? bit_of(e->tid) : 0);
            more |= (can & ~g->can.at[e->from]) != 0;
            g->can.at[e->from] |= can;
        }
    }
    vec_each (uint64_t, can, &g->can)
        if (~*can)
            return true;
    return false;
}

/* Can somebody be stuck for good?  False in *whole: there are too many states. */
static bool look(const Program *program, bool *whole)
{
    Machine *m = machine_new(program, (MachineOptions){.track_owners = true, .touches = true});
    Graph g = {.states.m = m};
    bool is_new;
    uint32_t id = 0;
    machine_initial(m, &g.out);
    state_initial(m, &g.out.all.at[0], &g.state);
    states_add(&g.states, &g.state, &is_new);
    for (; id < states_count(&g.states) && id < MOST_STATES; id++)
        expand(&g, id);
    *whole = id == states_count(&g.states);
    bool stuck = *whole && is_stuck(&g);
    vec_free(&g.edges);
    vec_free(&g.can);
    states_free(&g.states);
    state_free(&g.state);
    outcomes_free(&g.out);
    machine_free(m);
    return stuck;
}

/* ---- comparing ---- */

typedef struct Way {
    const char *name;
    bool plain, alone, unlike, sliced;
} Way;

static const Way ways[] = {{"reduced", false, false, false, false},
                           {"--no-reduction", true, false, false, false},
                           {"--no-persistent", false, true, false, false},
                           {"--no-symmetry", false, false, true, false},
                           {"sliced", false, false, false, true}};

/* A store whose value was taken out counts as one that changes something. */
static bool lacks_values(const Program *program)
{
    vec_each (Instr, i, &program->code)
        if (i->op == OP_STORE && i->flags & FLAG_FAINT)
            return true;
    return false;
}

static bool agrees(const Program *program, const Way *way, bool stuck)
{
    char why[256];
    Slice slice = {0};
    Options options = option_defaults();
    options.no_reduction = way->plain;
    options.no_persistent = way->alone;
    options.no_symmetry = way->unlike;
    if (way->sliced)
        flow_slice(program, true, &slice);
    Job job = {.input = INPUT_PROGRAM, .program = program, .options = &options};
    if (slice.program)
        job.program = slice.program;
    job.sources = program->sources;
    job.properties = PROPERTY_HANG;
    budget_begin(&job.budget, 0, WORK, PROGRESS_NONE);
    engine_run(&engine_explore, &job);
    bool right = job.verdict == (stuck ? VERDICT_BUG : VERDICT_SAFE);
    if (stuck && job.verdict == VERDICT_SAFE && lacks_values(job.program))
        right = true;
    if (!right)
        printf("%s: verdict %d, but somebody %s stuck%s%s\n", way->name, (int)job.verdict,
               stuck ? "is" : "is never", job.reason ? ": " : "", job.reason ? job.reason : "");
    job.program = program;
    vec_each (Bug, bug, &job.bugs)
        if (!check_replay(&job, bug, why, sizeof why)) {
            printf("%s: not confirmed: %s\n", way->name, why);
            right = false;
        }
    job_free(&job);
    slice_free(&slice);
    return right;
}

/* One program; false: something is wrong. */
static bool try(Fuzz *f, const char *text)
{
    Sources sources = {0};
    Diag diag = {.sources = &sources};
    ZingOptions options = {0};
    int file = source_add(&sources, "hangs.zing", text, strlen(text));
    Program *program = zing_load(&sources, &file, 1, &options, &diag);
    diag_print(&diag, stderr);
    bool good = program != NULL, whole = false;
    bool stuck = program && look(program, &whole);
    for (size_t k = 0; good && whole && k < sizeof ways / sizeof *ways; k++)
        good = agrees(program, &ways[k], stuck);
    *(!whole ? &f->large : stuck ? &f->hang : &f->none) += 1;
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
    printf("%" PRIu64 " programs: %" PRIu64 " hang, %" PRIu64 " do not, %" PRIu64
           " are too large\n",
           count, f.hang, f.none, f.large);
    return 0;
}
