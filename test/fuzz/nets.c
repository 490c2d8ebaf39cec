/* nets.c -- random small nets: all methods must agree with the Karp-Miller tree.
 *
 *   nets --seed=S --count=N     the nets S to S+N-1; 0: without end
 *   nets --print=S              the net
 *
 * The tree decides coverability exactly and shares nothing with the engine.  Every run is replayed,
 * every proof is checked, and the text form is read back. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "check/net.h"
#include "engine/bag/net/search.h"

enum { MOST_PLACES = 8, MOST_NODES = 4000, FIND_SECONDS = 20 };

typedef struct Random {
    uint64_t state;
} Random;

static uint32_t below(Random *r, uint32_t n)
{
    r->state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t x = r->state;
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((x ^ (x >> 31)) >> 33) % n;
}

static bool one_in(Random *r, uint32_t n)
{
    return below(r, n) == 0;
}

/* ---- a net ---- */

static uint32_t weight(Random *r)
{
    return one_in(r, 4) ? 1 + below(r, 3) : 1;
}

static void add_transition(Net *net, Random *r)
{
    Arc arcs[MOST_PLACES];
    uint32_t places = (uint32_t)net->places.len, len = 0;
    for (uint32_t p = 0; p < places; p++) {
        uint32_t kind = below(r, 2 * places) < 3 ? below(r, 4) : 4;
        Arc arc = {.place = p};
        if (kind == 0 || kind == 2)
            arc.need = weight(r);
        if (kind == 0)
            arc.change = -(int32_t)(1 + below(r, arc.need));
        if (kind == 1 || kind == 3)
            arc.change = (int32_t)weight(r);
        if (kind == 3 && one_in(r, 3))
            arc.need = weight(r);
        if (kind < 4)
            arcs[len++] = arc;
    }
    net_add_transition(net, arcs, len, (Pos){0});
}

/* A thread in one of two local states moves the control, and others may be needed or made. */
static void add_thread_step(Net *net, Random *r, uint32_t controls)
{
    Arc arcs[MOST_PLACES];
    uint32_t places = (uint32_t)net->places.len, len = 0;
    int64_t change[MOST_PLACES] = {0};
    uint32_t need[MOST_PLACES] = {0};
    uint32_t from = below(r, controls), local = controls + below(r, places - controls);
    need[from] = need[local] = 1;
    change[from]--;
    change[below(r, controls)]++;
    if (!one_in(r, 4))
        change[local]--;
    change[controls + below(r, places - controls)] += one_in(r, 5) ? 2 : 1;
    for (uint32_t p = 0; p < places; p++)
        if (need[p] || change[p])
            arcs[len++] = (Arc){p, need[p], (int32_t)change[p]};
    net_add_transition(net, arcs, len, (Pos){0});
}

static NetBag add_bag(Net *net, Random *r, uint32_t most)
{
    Item items[MOST_PLACES];
    uint32_t places = (uint32_t)net->places.len, len = 0;
    for (uint32_t p = 0; p < places; p++)
        if (below(r, places) < 2)
            items[len++] = (Item){p, 1 + below(r, most)};
    if (!len)
        items[len++] = (Item){below(r, places), 1};
    return net_add_bag(net, items, len, (Pos){0});
}

static Net *make_net(uint64_t seed, const Sources *sources)
{
    Random r = {seed * UINT64_C(0xd1342543de82ef95) + 1};
    Net *net = memory_alloc(sizeof *net);
    net->sources = sources;
    uint32_t places = 2 + below(&r, MOST_PLACES - 1),
             transitions = 1 + places / 2 + below(&r, 2 * places);
    uint32_t controls = places > 3 && one_in(&r, 2) ? 2 + below(&r, places - 3) : 0;
    for (uint32_t p = 0; p < places; p++) {
        Place place = {.name = arena_print(&net->arena, "p%u", p), .open = one_in(&r, 12)};
        place.init = one_in(&r, 2) ? below(&r, 3) : 0;
        if (p < controls) {
            place.init = p == 0;
            place.open = false;
        } else if (controls && p == controls)
            place.init = 1 + below(&r, 3); /* threads */
        vec_push(&net->places, place);
    }
    for (uint32_t t = 0; t < transitions; t++) {
        if (controls && !one_in(&r, 8))
            add_thread_step(net, &r, controls);
        else
            add_transition(net, &r);
    }
    for (uint32_t n = 1 + one_in(&r, 6); n > 0; n--)
        vec_push(&net->targets, add_bag(net, &r, one_in(&r, 3) ? 6 : 2));
    for (uint32_t n = one_in(&r, 3) ? 2 : 0; n > 0; n--) /* true or not */
        vec_push(&net->invariants, add_bag(net, &r, 2));
    return net;
}

/* ---- the Karp-Miller tree ---- */

typedef struct Node {
    uint32_t tokens[MOST_PLACES];
    size_t parent;
} Node;

typedef struct Tree {
    const Net *net;
    VEC(Node) nodes;
} Tree;

static bool node_below(const Tree *t, const Node *a, const Node *b)
{
    for (size_t p = 0; p < t->net->places.len; p++)
        if (a->tokens[p] > b->tokens[p])
            return false;
    return true;
}

/* What grew since an ancestor below can grow for ever. */
static void accelerate(const Tree *t, Node *node)
{
    for (size_t up = node->parent;; up = t->nodes.at[up].parent) {
        const Node *old = &t->nodes.at[up];
        if (node_below(t, old, node))
            for (size_t p = 0; p < t->net->places.len; p++)
                if (old->tokens[p] < node->tokens[p])
                    node->tokens[p] = OMEGA;
        if (!up)
            return;
    }
}

static bool on_path(const Tree *t, const Node *node)
{
    for (size_t up = node->parent;; up = t->nodes.at[up].parent) {
        if (memcmp(t->nodes.at[up].tokens, node->tokens, sizeof node->tokens) == 0)
            return true;
        if (!up)
            return false;
    }
}

static bool fire(const Tree *t, const Node *from, uint32_t transition, Node *to)
{
    const Arc *arcs = net_arcs(t->net, transition);
    *to = *from;
    for (uint32_t i = 0; i < t->net->transitions.at[transition].arcs; i++) {
        uint32_t *tokens = &to->tokens[arcs[i].place];
        if (*tokens < arcs[i].need)
            return false;
        if (*tokens != OMEGA)
            *tokens = (uint32_t)((int64_t)*tokens + arcs[i].change);
    }
    return true;
}

static bool covers(const Tree *t, const Node *node)
{
    vec_each (NetBag, target, &t->net->targets) {
        Bag bag = net_bag(t->net, target);
        uint32_t i = 0;
        while (i < bag.len && node->tokens[bag.at[i].place] >= bag.at[i].count)
            i++;
        if (i == bag.len)
            return true;
    }
    return false;
}

static VerdictKind karp_miller(const Net *net)
{
    Tree t = {.net = net};
    Node root = {0};
    VerdictKind verdict = VERDICT_SAFE;
    for (size_t p = 0; p < net->places.len; p++)
        root.tokens[p] = net->places.at[p].open ? OMEGA : net->places.at[p].init;
    vec_push(&t.nodes, root);
    for (size_t i = 0; i < t.nodes.len && verdict == VERDICT_SAFE; i++) {
        if (covers(&t, &t.nodes.at[i]))
            verdict = VERDICT_BUG;
        for (uint32_t n = 0; n < net->transitions.len; n++) {
            Node from = t.nodes.at[i], to;
            if (!fire(&t, &from, n, &to))
                continue;
            to.parent = i;
            accelerate(&t, &to);
            if (!on_path(&t, &to))
                vec_push(&t.nodes, to);
        }
        if (t.nodes.len > MOST_NODES && verdict == VERDICT_SAFE)
            verdict = VERDICT_UNKNOWN;
    }
    vec_free(&t.nodes);
    return verdict;
}

/* ---- one net ---- */

enum { METHODS = 7 };
static const char *const method_names[METHODS] = {
    "bounds", "state inequation", "continuous", "backward", "forward", "accelerated", "directed"};

typedef struct Totals {
    uint64_t safe, bugs, skipped, unknown;
    uint64_t methods[METHODS]; /* that answered, where all could */
} Totals;

static const char *const verdict_names[] = {"unknown", "bug", "safe", "bounded"};

/* What the engine says with one method, or all of them; NULL, or what is wrong with the answer. */
static const char *ask(const Net *net, const char *method, Totals *totals, VerdictKind *verdict,
                       char *why, size_t size)
{
    Options options = option_defaults();
    options.method = method;
    options.time_limit = FIND_SECONDS;
    Job job = {.input = INPUT_NET, .net = net, .sources = net->sources, .options = &options};
    const char *wrong = NULL;
    budget_begin(&job.budget, FIND_SECONDS, 0, false);
    engine_run(&engine_net, &job);
    *verdict = job.verdict;
    for (int i = 0; i < METHODS && strcmp(method, "all") == 0; i++)
        totals->methods[i] += job.method && strcmp(job.method, method_names[i]) == 0;
    if (job.verdict == VERDICT_BUG && !check_net_replay(&job, &job.bugs.at[0], why, size))
        wrong = "the run does not replay";
    if (job.verdict == VERDICT_SAFE && check_net_proof(net, &job.proof, why, size) != PROOF_HOLDS)
        wrong = "the proof does not hold";
    if (job.verdict == VERDICT_UNKNOWN && !job.budget.reason)
        wrong = "a search gave up before its time";
    job_free(&job);
    return wrong;
}

static char *print(const Net *net)
{
    char *text = NULL;
    size_t len;
    FILE *out = open_memstream(&text, &len);
    net_print(net, out);
    fclose(out);
    return text;
}

static bool text_form_agrees(const Net *net)
{
    Sources sources = {0};
    Diag diag = {.sources = &sources};
    char *text = print(net), *again = NULL;
    int file = source_add(&sources, "net", text, strlen(text));
    Net *copy = net_parse(&sources, file, &diag);
    if (copy)
        again = print(copy);
    else
        diag_print(&diag, stdout);
    bool same = again && strcmp(text, again) == 0;
    if (copy)
        net_free(copy);
    free(text);
    free(again);
    diag_free(&diag);
    source_free(&sources);
    return same;
}

static bool complain(const Net *net, uint64_t seed, const char *what, const char *detail)
{
    printf("nets: seed %llu: %s: %s\n\n", (unsigned long long)seed, what, detail);
    net_print(net, stdout);
    return false;
}

static bool compare(const Net *net, uint64_t seed, VerdictKind expected, Totals *totals)
{
    static const char *const methods[] = {"all", "backward", "forward", "accelerated", "directed"};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        char why[256] = "";
        VerdictKind verdict;
        bool finds_only = strcmp(methods[i], "directed") == 0;
        if (finds_only && expected == VERDICT_SAFE)
            continue;
        const char *wrong = ask(net, methods[i], totals, &verdict, why, sizeof why);
        if (wrong)
            return complain(net, seed, wrong, why);
        if (verdict == VERDICT_UNKNOWN) {
            totals->unknown++;
            printf("nets: seed %llu: %s gave up\n", (unsigned long long)seed, methods[i]);
        } else if (verdict != expected) {
            snprintf(why, sizeof why, "%s says %s, the Karp-Miller tree %s", methods[i],
                     verdict_names[verdict], verdict_names[expected]);
            return complain(net, seed, "they do not agree", why);
        }
    }
    return true;
}

static bool run_one(uint64_t seed, Totals *totals)
{
    Sources sources = {0};
    Net *net = make_net(seed, &sources);
    bool good = text_form_agrees(net) || complain(net, seed, "the text form", "differs");
    VerdictKind expected = karp_miller(net);
    if (expected == VERDICT_UNKNOWN)
        totals->skipped++;
    else {
        good = good && compare(net, seed, expected, totals);
        totals->safe += expected == VERDICT_SAFE;
        totals->bugs += expected == VERDICT_BUG;
    }
    net_free(net);
    source_free(&sources);
    return good;
}

static void print_totals(const Totals *totals)
{
    printf("%llu nets safe, %llu not, %llu too large for the Karp-Miller tree; "
           "%llu answers missing\n",
           (unsigned long long)totals->safe, (unsigned long long)totals->bugs,
           (unsigned long long)totals->skipped, (unsigned long long)totals->unknown);
    for (int i = 0; i < METHODS; i++)
        printf("%s %s %llu", i ? "," : "answered by", method_names[i],
               (unsigned long long)totals->methods[i]);
    putchar('\n');
    fflush(stdout);
}

static void print_one(uint64_t seed)
{
    Sources sources = {0};
    Net *net = make_net(seed, &sources);
    net_print(net, stdout);
    net_free(net);
}

int main(int argc, char **argv)
{
    uint64_t seed = 1, count = 1000;
    Totals totals = {0};
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--count=", 8) == 0)
            count = strtoull(argv[i] + 8, NULL, 10);
        else if (strncmp(argv[i], "--seed=", 7) == 0)
            seed = strtoull(argv[i] + 7, NULL, 10);
        else if (strncmp(argv[i], "--print=", 8) == 0) {
            print_one(strtoull(argv[i] + 8, NULL, 10));
            return 0;
        } else {
            fprintf(stderr, "nets: unknown argument %s\n", argv[i]);
            return 2;
        }
    }
    bool good = true;
    for (uint64_t k = 0; good && (!count || k < count); k++) {
        alarm(300); /* an endless loop ends here */
        good = run_one(seed + k, &totals);
        if ((k + 1) % 10000 == 0)
            print_totals(&totals);
    }
    print_totals(&totals);
    return good ? 0 : 1;
}
