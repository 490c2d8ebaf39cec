/* test_movers.c -- what is known of a transaction is kept as a number, and comes back from it; chains of states. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "movers/persistent.h"
#include "movers/progress.h"

static void check_same(Progress p)
{
    Progress q = progress_unpack(progress_pack(p));
    assert_int_equal(q.alone, p.alone);
    assert_int_equal(q.both, p.both);
    assert_int_equal(q.committed, p.committed);
    assert_int_equal(q.right, p.right);
    assert_int_equal(q.left, p.left);
    assert_int_equal(q.joins, p.joins);
    assert_int_equal(q.mid, p.mid);
    assert_int_equal(q.inside, p.inside);
    assert_int_equal(q.called, p.called);
    assert_int_equal(q.stops, p.stops);
    assert_int_equal(q.gave_up, p.gave_up);
    assert_int_equal(q.frames, p.frames);
    assert_int_equal(q.begin, p.begin);
    assert_int_equal(q.action, p.action);
}

static Progress made_of(unsigned bits)
{
    return (Progress){.alone = bits & 1,
                      .both = bits >> 1 & 1,
                      .committed = bits >> 2 & 1,
                      .right = bits >> 3 & 1,
                      .left = bits >> 4 & 1,
                      .joins = bits >> 5 & 1,
                      .mid = bits >> 6 & 1,
                      .inside = bits >> 7 & 1,
                      .called = bits >> 8 & 1,
                      .stops = bits >> 9 & 1,
                      .gave_up = bits >> 10 & 1};
}

static void progress_comes_back(void **state)
{
    (void)state;
    const uint32_t places[] = {0, 1, 5, 0x800000, 0xffffff};
    for (unsigned bits = 0; bits < 1u << 11; bits++)
        for (int frames = -1; frames <= FRAMES_UNKNOWN; frames++) {
            Progress p = made_of(bits);
            p.frames = (int8_t)frames;
            p.begin = p.mid ? places[bits % 5] : 0; /* only inside of an action */
            p.action = p.mid ? places[(bits / 5 + (unsigned)(frames + 1)) % 5] : 0;
            check_same(p);
        }
}

/* A thread that has begun stands outside only where it must; one that is alone need not stop. */
static void a_thread_stops_where_it_must(void **state)
{
    (void)state;
    bool no[] = {false, false}, yes[] = {true, true};
    Movers v = {.yields = {.at = no, .len = 2}, .firsts = {.at = no, .len = 2}};
    v.may_wait.at = no;
    v.may_wait.len = 2;
    Progress p = progress_start(&v, false);
    assert_true(p.right && p.left && !p.both && !p.committed && !p.alone && !p.mid);
    assert_false(progress_yields(&v, p, 1));
    v.yields.at = yes;
    assert_false(progress_yields(&v, p, 1)); /* not committed */
    p.committed = true;
    assert_true(progress_yields(&v, p, 1));
    p.alone = true;
    assert_false(progress_yields(&v, p, 1));
    v.firsts.at = yes;
    assert_true(progress_yields(&v, p, 1));
    v.yields.at = v.firsts.at = no;
    p = (Progress){.stops = true};
    assert_true(progress_yields(&v, p, 1));
    v.waits_first = true;
    v.may_wait.at = yes;
    p = progress_start(&v, false);
    assert_true(p.both);
    assert_false(progress_yields(&v, p, 1));
    p.both = false;
    assert_true(progress_yields(&v, p, 1));
    v.waits_first = false;
    assert_false(progress_yields(&v, p, 1));
    p = progress_start(&v, true);
    assert_true(p.alone);
}

static bool leads(Persistent *p, uint32_t id, uint32_t first)
{
    return persistent_leads_on(p, id, &first, 1);
}

/* From states in which only some threads run one link leads on, and never back. */
static void chains_never_lead_back(void **state)
{
    (void)state;
    Persistent p = {0};
    assert_false(leads(&p, 0, 0));
    assert_true(leads(&p, 0, 1));
    assert_true(leads(&p, 1, 7));
    assert_true(leads(&p, 7, 3)); /* one that was there before */
    assert_false(leads(&p, 3, 0));
    assert_false(leads(&p, 3, 7));
    assert_false(leads(&p, 3, 3));
    assert_true(leads(&p, 4, 0)); /* into a chain, from outside */
    assert_false(leads(&p, 3, 4));
    assert_false(persistent_leads_on(&p, 3, NULL, 0));
    assert_true(persistent_leads_on(&p, 3, (uint32_t[]){4, 1, 5}, 3));
    assert_false(leads(&p, 5, 4));
    assert_false(leads(&p, 5, 3));
    assert_true(leads(&p, 5, 6));
    vec_free(&p.onward);
}

/* Who has read an older message is not first. */
static void older_messages_are_not_first(void **state)
{
    (void)state;
    Outcome o = {0};
    assert_true(outcome_is_first(&o));
    vec_push(&o.choices, 0);
    assert_true(outcome_is_first(&o));
    vec_push(&o.choices, 1);
    assert_false(outcome_is_first(&o));
    vec_push(&o.choices, 0);
    assert_false(outcome_is_first(&o));
    vec_free(&o.choices);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(progress_comes_back),
        cmocka_unit_test(a_thread_stops_where_it_must),
        cmocka_unit_test(chains_never_lead_back),
        cmocka_unit_test(older_messages_are_not_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
