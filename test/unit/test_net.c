/* test_net.c -- bags and sets of bags, nets as text, and those who check answers about nets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "check/net.h"
#include "engine/bag/net/search.h"
#include "engine/bag/net/exact.h"
#include "engine/bag/net/steps.h"

enum { PLACES = 6, ROUNDS = 3000 };

static uint32_t next(uint32_t *seed, uint32_t n)
{
    *seed = *seed * 1664525 + 1013904223;
    return (*seed >> 8) % n;
}

static Bag random_bag(uint32_t *seed, Items *items)
{
    items->len = 0;
    for (uint32_t p = 0; p < PLACES; p++)
        if (next(seed, 3) == 0)
            vec_push(items, ((Item){p, next(seed, 8) ? 1 + next(seed, 3) : OMEGA}));
    return bag_of(items);
}

/* ---- bags ---- */

static bool naive_below(Bag a, Bag b)
{
    for (uint32_t p = 0; p < PLACES; p++)
        if (bag_count(a, p) > bag_count(b, p))
            return false;
    return true;
}

static void test_bag_order(void **state)
{
    (void)state;
    uint32_t seed = 1, related = 0;
    Items a = {0}, b = {0};
    for (int i = 0; i < ROUNDS; i++) {
        Bag x = random_bag(&seed, &a), y = random_bag(&seed, &b);
        assert_int_equal(bag_below(x, y), naive_below(x, y));
        assert_int_equal(bag_equal(x, y), naive_below(x, y) && naive_below(y, x));
        assert_true(bag_below(x, x));
        related += bag_below(x, y);
    }
    assert_true(related > 10);
    vec_free(&a);
    vec_free(&b);
}

/* All bags that were ever added, with what should be known of them. */
typedef struct Naive {
    Items items[ROUNDS];
    bool removed[ROUNDS];
    uint32_t len, live;
} Naive;

static bool naive_finds(const Naive *n, Bag bag, bool above)
{
    for (uint32_t i = 0; i < n->len; i++)
        if (!n->removed[i] && (above ? naive_below(bag, bag_of(&n->items[i]))
                                     : naive_below(bag_of(&n->items[i]), bag)))
            return true;
    return false;
}

static void naive_remove(Naive *n, Bag bag, bool above)
{
    for (uint32_t i = 0; i < n->len; i++)
        if (!n->removed[i] && (above ? naive_below(bag, bag_of(&n->items[i]))
                                     : naive_below(bag_of(&n->items[i]), bag))) {
            n->removed[i] = true;
            n->live--;
        }
}

/* Random additions, questions and removals: the set says what a list of bags says. */
static void test_bagset(void **state)
{
    (void)state;
    Naive *n = memory_alloc(sizeof *n);
    BagSet set;
    Items items = {0};
    uint32_t seed = 7;
    bagset_begin(&set, PLACES);
    for (int i = 0; i < ROUNDS; i++) {
        Bag bag = random_bag(&seed, &items);
        assert_int_equal(bagset_find_below(&set, bag) != BAG_NONE, naive_finds(n, bag, false));
        assert_int_equal(bagset_find_above(&set, bag) != BAG_NONE, naive_finds(n, bag, true));
        uint32_t what = next(&seed, 12);
        if (what == 0 && bag.len > 2) {
            bagset_remove_above(&set, bag);
            naive_remove(n, bag, true);
        } else if (what == 1 && bag.len < 3) {
            bagset_remove_below(&set, bag);
            naive_remove(n, bag, false);
        } else if (bag.len) {
            uint32_t id = bagset_add(&set, bag);
            assert_int_equal(id, n->len);
            items_copy(&n->items[n->len++], bag);
            n->live++;
            assert_true(bag_equal(bagset_get(&set, id), bag));
        }
        assert_int_equal(set.live, n->live);
    }
    bagset_free(&set);
    vec_free(&items);
    for (uint32_t i = 0; i < n->len; i++)
        vec_free(&n->items[i]);
    memory_free(n);
}

static void test_bagset_empty_bag(void **state)
{
    (void)state;
    BagSet set;
    Item one = {2, 1};
    Bag empty = {0}, bag = {&one, 1};
    bagset_begin(&set, PLACES);
    assert_int_equal(bagset_find_above(&set, empty), BAG_NONE);
    bagset_add(&set, bag);
    assert_int_equal(bagset_find_above(&set, empty), 0);
    assert_int_equal(bagset_find_below(&set, empty), BAG_NONE);
    bagset_remove_above(&set, empty);
    assert_int_equal(set.live, 0);
    bagset_add(&set, empty);
    assert_int_equal(bagset_find_below(&set, bag), 1);
    bagset_remove(&set, 1);
    assert_int_equal(bagset_find_below(&set, bag), BAG_NONE);
    bagset_free(&set);
}

static void test_heap(void **state)
{
    (void)state;
    Heap heap = {0};
    uint32_t seed = 3;
    for (uint32_t i = 0; i < 500; i++)
        heap_push(&heap, next(&seed, 20), i);
    double last = -1;
    uint32_t last_id = 0;
    while (heap.len) {
        double key = heap.at[0].key;
        uint32_t id = heap_pop(&heap);
        assert_true(key > last || (key == last && id > last_id));
        last = key;
        last_id = id;
    }
    vec_free(&heap);
}

/* ---- exact weights ---- */

static void test_exact_weights(void **state)
{
    (void)state;
    int64_t w[4];
    assert_true(exact_weights((double[]){1.0 / 3, 0.5, 0}, 3, w));
    assert_int_equal(w[0] * 3, w[1] * 2);
    assert_int_equal(w[2], 0);
    assert_true(w[0] > 0);
    assert_true(exact_weights((double[]){2 + 1e-13, 1, 1e-14}, 3, w));
    assert_int_equal(w[0], 2 * w[1]);
    assert_int_equal(w[2], 0);
    assert_false(exact_weights((double[]){0, -1, 0}, 3, w));
    assert_false(
        exact_weights((double[]){1, 3.14159265358979, 2.71828182845905, 1.41421356237310}, 4, w));
}

/* ---- nets ---- */

static const char lock_net[] = "vars free first second dead\n"
                               "rules\n"
                               "  free >= 1 -> free' = free - 1, first' = first + 1;\n"
                               "  first >= 1 -> first' = first - 1, free' = free + 1;\n"
                               "  free >= 1 -> free' = free - 1, second' = second + 1;\n"
                               "  dead >= 1 -> second' = second + 1;\n"
                               "init free = 1, first = 0, second = 0, dead = 0\n"
                               "target first >= 1, second >= 1\n";

/* As long as two tokens are not enough for three, in pairs. */
static const char pair_net[] = "vars p q\n"
                               "rules\n"
                               "  p >= 2 -> p' = p - 2, q' = q + 2;\n"
                               "  q >= 2 -> q' = q - 2, p' = p + 2;\n"
                               "init p = 3, q = 0\n"
                               "target q >= 3\n";

typedef struct Asked {
    Sources sources;
    Diag diag;
    Options options;
    Net *net;
    Job job;
} Asked;

static void ask(Asked *a, const char *text, const char *method)
{
    *a = (Asked){.options = option_defaults()};
    a->diag.sources = &a->sources;
    a->options.method = method;
    a->net = net_parse(&a->sources, source_add(&a->sources, "net", text, strlen(text)), &a->diag);
    assert_non_null(a->net);
    a->job = (Job){.input = INPUT_NET, .net = a->net, .options = &a->options};
    a->job.sources = &a->sources;
    budget_begin(&a->job.budget, 0, 0, false);
    engine_run(&engine_net, &a->job);
}

static void forget(Asked *a)
{
    job_free(&a->job);
    net_free(a->net);
    diag_free(&a->diag);
    source_free(&a->sources);
}

static ProofCheck check(const Asked *a)
{
    char why[256];
    return check_net_proof(a->net, &a->job.proof, why, sizeof why);
}

static void test_parse(void **state)
{
    (void)state;
    Asked a;
    ask(&a,
        "vars x_1 Y # comment\nrules x_1>=2,Y>=1->Y'=Y+3 , x_1 ' = x_1-1;true->;\n"
        "init Y in [1,4] target Y>=1 x_1>=0,Y>=2 invariants Y=1,x_1=3",
        "all");
    assert_int_equal(a.net->places.len, 2);
    assert_true(a.net->places.at[0].open);
    assert_false(a.net->places.at[1].open);
    assert_int_equal(a.net->places.at[1].init, 4);
    assert_int_equal(a.net->transitions.len, 2);
    assert_int_equal(a.net->transitions.at[0].arcs, 2);
    const Arc *arcs = net_arcs(a.net, 0);
    assert_int_equal(arcs[0].need, 2);
    assert_int_equal(arcs[0].change, -1);
    assert_int_equal(arcs[1].need, 1);
    assert_int_equal(arcs[1].change, 3);
    assert_int_equal(a.net->transitions.at[1].arcs, 0);
    assert_int_equal(a.net->targets.len, 2);
    assert_int_equal(a.net->targets.at[1].len, 1);
    assert_int_equal(a.net->invariants.len, 1);
    forget(&a);
}

/* ---- wrong proofs are not accepted ---- */

static void test_proof_by_invariant(void **state)
{
    (void)state;
    Asked a;
    ask(&a, lock_net, "all");
    Proof *proof = &a.job.proof;
    assert_int_equal(a.job.verdict, VERDICT_SAFE);
    assert_string_equal(a.job.method, "state inequation");
    assert_int_equal(check(&a), PROOF_HOLDS);
    proof->items.at[0].count++; /* weights that a transition increases */
    assert_int_equal(check(&a), PROOF_FAILS);
    proof->items.at[0].count--;
    assert_int_equal(check(&a), PROOF_HOLDS);
    proof->bounds.at[3] = OMEGA; /* not wrong, but then the proof needs nothing else */
    assert_int_equal(check(&a), PROOF_HOLDS);
    proof->bounds.at[1] = 0; /* a bound that does not hold */
    assert_int_equal(check(&a), PROOF_FAILS);
    proof->bounds.at[1] = OMEGA;
    proof->refutations.len = 0; /* nothing excludes the target any more */
    assert_int_equal(check(&a), PROOF_FAILS);
    forget(&a);
}

static void test_proof_by_demands(void **state)
{
    (void)state;
    Asked a;
    ask(&a, pair_net, "backward");
    Proof *proof = &a.job.proof;
    assert_int_equal(a.job.verdict, VERDICT_SAFE);
    assert_int_equal(proof->kind, PROOF_DEMANDS);
    assert_true(proof->bags.len > 0);
    assert_int_equal(check(&a), PROOF_HOLDS);
    ProofPart *bag = &proof->bags.at[0];
    Item *item = &proof->items.at[bag->first];
    item->count++; /* the target is not above it any more */
    assert_int_equal(check(&a), PROOF_FAILS);
    *item = (Item){0, 1}; /* the initial marking meets it */
    assert_int_equal(check(&a), PROOF_FAILS);
    proof->bags.len = 0;
    assert_int_equal(check(&a), PROOF_FAILS);
    proof->kind = PROOF_NONE;
    assert_int_equal(check(&a), PROOF_FAILS);
    forget(&a);
}

static void test_proof_by_markings(void **state)
{
    (void)state;
    Asked a;
    ask(&a, pair_net, "forward");
    Proof *proof = &a.job.proof;
    assert_int_equal(a.job.verdict, VERDICT_SAFE);
    assert_int_equal(proof->kind, PROOF_MARKINGS);
    assert_int_equal(check(&a), PROOF_HOLDS);
    size_t len = proof->bags.len;
    for (size_t i = 0; i < len; i++) { /* without one of them the set is not closed */
        ProofPart last = proof->bags.at[len - 1];
        proof->bags.at[len - 1] = proof->bags.at[i];
        proof->bags.at[i] = last;
        proof->bags.len = len - 1;
        assert_int_equal(check(&a), PROOF_FAILS);
        proof->bags.len = len;
    }
    proof->items.at[proof->bags.at[0].first].count =
        OMEGA; /* covers the target, or is not closed */
    assert_int_equal(check(&a), PROOF_FAILS);
    forget(&a);
}

/* ---- wrong runs are not accepted ---- */

static void test_replay(void **state)
{
    (void)state;
    Asked a;
    char why[256];
    ask(&a,
        "vars a b open\nrules a>=1,open>=1->a'=a-1,b'=b+1,open'=open-1;b>=2->b'=b-1;\n"
        "init a=2,b=0,open>=0\ntarget b>=2\n",
        "all");
    assert_int_equal(a.job.verdict, VERDICT_BUG);
    Bug *bug = &a.job.bugs.at[0];
    assert_int_equal(bug->steps.len, 2);
    assert_true(check_net_replay(&a.job, bug, why, sizeof why));
    assert_int_equal(bug->start.len, 2); /* a, and the open place */
    assert_string_equal(bug->start.at[1].name, "open");
    assert_string_equal(bug->start.at[1].value, "2");
    assert_int_equal(bug->where.line, 4);
    bug->steps.at[1].choices.at[0] = 1; /* not enabled */
    assert_false(check_net_replay(&a.job, bug, why, sizeof why));
    assert_non_null(strstr(why, "cannot fire"));
    bug->steps.at[1].choices.at[0] = 9; /* no such transition */
    assert_false(check_net_replay(&a.job, bug, why, sizeof why));
    bug->steps.at[1].choices.at[0] = 0;
    bug->error = ERR_DEADLOCK;
    assert_false(check_net_replay(&a.job, bug, why, sizeof why));
    bug->error = ERR_TARGET;
    TraceStep last = vec_pop(&bug->steps); /* too short */
    assert_false(check_net_replay(&a.job, bug, why, sizeof why));
    assert_non_null(strstr(why, "without covering"));
    vec_push(&bug->steps, last);
    assert_true(check_net_replay(&a.job, bug, why, sizeof why));
    forget(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bag_order),          cmocka_unit_test(test_bagset),
        cmocka_unit_test(test_bagset_empty_bag),   cmocka_unit_test(test_heap),
        cmocka_unit_test(test_exact_weights),      cmocka_unit_test(test_parse),
        cmocka_unit_test(test_proof_by_invariant), cmocka_unit_test(test_proof_by_demands),
        cmocka_unit_test(test_proof_by_markings),  cmocka_unit_test(test_replay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
