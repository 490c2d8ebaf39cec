/* Linearizability: on random calls of random objects, a monitor finds an explanation exactly where trying all
 * orders does. */
#include "linear/linear.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { THREADS = 3, CALLS = 2, MOST = THREADS * CALLS, STATES = 3, LABELS = 2, RUNS = 3000 };

static uint32_t rng = 1;

static uint32_t draw(uint32_t below)
{
    rng = rng * 1664525u + 1013904223u;
    return (rng >> 8) % below;
}

/* An object with few states: a call leads from one to another, and returns 1 or 2 there. */
static uint32_t next_state[STATES][LABELS], result_of[STATES][LABELS];

static void make_object(void)
{
    for (int s = 0; s < STATES; s++)
        for (int c = 0; c < LABELS; c++) {
            next_state[s][c] = draw(STATES);
            result_of[s][c] = 1 + draw(2);
        }
}

/* The specification as a tree: a node for each serial history. */
static void add_histories(Linear *x, uint32_t node, uint32_t state, uint32_t *made)
{
    for (uint32_t t = 0; t < THREADS; t++)
        for (uint32_t c = 0; made[t] < CALLS && c < LABELS; c++) {
            uint32_t to = linear_add_node(x);
            linear_add_edge(x, node, (SpecEdge){t, c + 1, result_of[state][c], to});
            made[t]++;
            add_histories(x, to, next_state[state][c], made);
            made[t]--;
        }
}

typedef struct Made {
    uint32_t thread, call, result, begin, end; /* end 0: it is open */
} Made;
typedef struct History {
    Made at[MOST];
    uint32_t len;
} History;

/* Some order of the calls that have returned, and perhaps of others, explains them. */
static bool explained(const History *h, uint32_t done, uint32_t state)
{
    bool all = true;
    for (uint32_t k = 0; k < h->len; k++)
        all &= done >> k & 1 || !h->at[k].end;
    for (uint32_t k = 0; !all && k < h->len; k++) {
        const Made *call = &h->at[k];
        bool may = !(done >> k & 1);
        for (uint32_t j = 0; j < h->len; j++)
            may &= j == k || done >> j & 1 || !h->at[j].end || h->at[j].end > call->begin;
        may &= !call->end || result_of[state][call->call - 1] == call->result;
        if (may && explained(h, done | 1u << k, next_state[state][call->call - 1]))
            return true;
    }
    return all;
}

static void test_monitor(void **unused)
{
    (void)unused;
    uint32_t wrong = 0, right = 0;
    for (int object = 0; object < 20; object++) {
        Linear x = {.threads = THREADS};
        uint32_t made[THREADS] = {0};
        make_object();
        add_histories(&x, linear_add_node(&x), 0, made);
        linear_minimise(&x);
        for (int run = 0; run < RUNS / 20; run++) {
            History h = {0};
            uint32_t monitor = MONITOR_START, count[THREADS] = {0}, time = 1;
            Made *open[THREADS] = {0};
            for (bool ok = true; ok && time < 2 * MOST; time++) {
                uint32_t t = draw(THREADS);
                if (open[t]) {
                    open[t]->end = time;
                    open[t]->result = 1 + draw(2);
                    monitor = linear_return(&x, monitor, t, open[t]->result);
                    open[t] = NULL;
                    ok = explained(&h, 0, 0);
                    assert_int_equal(ok, monitor != 0);
                    ok ? right++ : wrong++;
                } else if (count[t]++ < CALLS) {
                    open[t] = &h.at[h.len++];
                    *open[t] = (Made){.thread = t, .call = 1 + draw(LABELS), .begin = time};
                    monitor = linear_call(&x, monitor, t, open[t]->call);
                }
            }
        }
        linear_free(&x);
    }
    assert_true(wrong > 100 && right > 100);
}

/* The same calls, in order by what is told: as in time, if that is what is told. */
static void test_order(void **unused)
{
    (void)unused;
    uint32_t wrong = 0, right = 0;
    Linear x = {0};
    for (int run = 0; run < RUNS; run++) {
        uint32_t made[THREADS] = {0}, monitor = 0, count[THREADS] = {0}, time = 1, ended = 0;
        History h = {0};
        Made *open[THREADS] = {0};
        bool ok = true;
        if (run % 300 == 0) {
            linear_free(&x);
            x = (Linear){.threads = THREADS};
            make_object();
            add_histories(&x, linear_add_node(&x), 0, made);
            linear_minimise(&x);
        }
        for (; ok && time < 100 && ended < MOST; time++) {
            uint32_t t = draw(THREADS);
            if (open[t]) {
                open[t]->end = time;
                open[t]->result = 1 + draw(2);
                monitor = linear_end_ordered(&x, monitor, t, open[t]->result);
                open[t] = NULL;
                ended++;
                bool quiet = !open[0] && !open[1] && !open[2];
                ok = !quiet || explained(&h, 0, 0);
                assert_int_equal(ok, monitor != 0);
                if (quiet)
                    ok ? right++ : wrong++;
            } else if (count[t] < CALLS) {
                open[t] = &h.at[h.len++];
                *open[t] = (Made){.thread = t, .call = 1 + draw(LABELS), .begin = time};
                count[t]++;
                monitor =
                    linear_begin_ordered(&x, monitor, t, open[t]->call, linear_ended(&x, monitor));
            }
        }
    }
    linear_free(&x);
    assert_true(wrong > 100 && right > 100);
}

/* A call that has been seen to take effect may not wait, though another like it would; nor may somebody if no
 * call is open. */
static void test_waits(void **unused)
{
    (void)unused;
    enum { GIVE = 1, TAKE, GIVEN, TAKEN, WAITS };
    Linear x = {.threads = 2};
    uint32_t first = linear_add_node(&x), given = linear_add_node(&x), taken = linear_add_node(&x);
    linear_add_edge(&x, first, (SpecEdge){0, GIVE, GIVEN, given});
    linear_add_edge(&x, first, (SpecEdge){1, WAITS, LABEL_WAITS, 0});
    linear_add_edge(&x, given, (SpecEdge){1, TAKE, TAKEN, taken});
    linear_add_edge(&x, taken, (SpecEdge){0, GIVE, LABEL_WAITS, 0});
    linear_minimise(&x);
    assert_false(linear_may_wait(&x, MONITOR_START));
    assert_true(linear_may_wait(&x, linear_call(&x, MONITOR_START, 1, WAITS)));
    assert_false(linear_may_wait(&x, linear_call(&x, MONITOR_START, 0, GIVE)));
    uint32_t monitor = linear_call(&x, linear_call(&x, MONITOR_START, 0, GIVE), 1, TAKE);
    monitor = linear_return(&x, monitor, 1, TAKEN);
    assert_true(monitor);
    assert_false(linear_may_wait(&x, monitor));
    linear_free(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_monitor), cmocka_unit_test(test_order),
                                       cmocka_unit_test(test_waits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
