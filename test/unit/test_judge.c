/* test_judge.c -- runs, as the machine tells them, before the judge.
 *
 * A run is a list of what threads did, in order; `behind` says how old the write is that is read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "check/judge.h"

enum { X = 1, Y = 2, LOCK = 3 }; /* objects */

typedef struct Told {
    uint32_t thread;
    MemoryAccess access;
} Told;

#define AT(object)   ((uint64_t)(object) << 32)
#define CELL(object) .pointer = AT(object), .bytes = 4
#define READ(t, object, o, value, late)                                                            \
    {                                                                                              \
        t,                                                                                         \
        {                                                                                          \
            .deed = ACCESS_READ, .order = o, CELL(object), .read = value, .behind = late           \
        }                                                                                          \
    }
#define WRITE(t, object, o, value)                                                                 \
    {                                                                                              \
        t,                                                                                         \
        {                                                                                          \
            .deed = ACCESS_WRITE, .order = o, CELL(object), .written = value                       \
        }                                                                                          \
    }
#define UPDATE(t, object, o, old, new, late)                                                       \
    {                                                                                              \
        t,                                                                                         \
        {                                                                                          \
            .deed = ACCESS_UPDATE, .order = o, CELL(object), .read = old, .written = new,          \
            .behind = late                                                                         \
        }                                                                                          \
    }
#define FENCE(t, o)                                                                                \
    {                                                                                              \
        t,                                                                                         \
        {                                                                                          \
            .deed = ACCESS_FENCE, .order = o                                                       \
        }                                                                                          \
    }
#define SYNC(t, what, at)                                                                          \
    {                                                                                              \
        t,                                                                                         \
        {                                                                                          \
            .deed = what, .pointer = at                                                            \
        }                                                                                          \
    }
#define BYTES(t, what, object, first, count)                                                       \
    {                                                                                              \
        t,                                                                                         \
        {                                                                                          \
            .deed = what, .pointer = AT(object) + (first), .bytes = count, .many = true            \
        }                                                                                          \
    }

static Judge judge_of(const Told *told, size_t count)
{
    Judge judge = {0};
    for (size_t k = 0; k < count; k++) {
        Outcome o = {0};
        vec_push(&o.accesses, told[k].access);
        judge_note(&judge, (Tid){told[k].thread}, &o);
        vec_free(&o.accesses);
    }
    return judge;
}

/* NULL: the run is accepted; else the judge says this. */
static void expect(const Told *told, size_t count, MemoryKind memory, const char *words)
{
    char why[256] = "";
    Judge judge = judge_of(told, count);
    bool ok = judge_run(&judge, memory, (Why){why, sizeof why});
    judge_free(&judge);
    if (ok != !words || (words && !strstr(why, words)))
        fail_msg("%s, and not %s", ok ? "accepted" : why, words ? words : "accepted");
}
#define EXPECT(told, words) expect(told, sizeof told / sizeof *told, MEMORY_RC11, words)

static void expect_race(const Told *told, size_t count, bool race)
{
    char why[256] = "";
    Judge judge = judge_of(told, count);
    bool ok = judge_race(&judge, MEMORY_RC11, (Why){why, sizeof why});
    judge_free(&judge);
    if (ok != race)
        fail_msg("%s", ok ? "a race" : why);
}
#define RACE(told, race) expect_race(told, sizeof told / sizeof *told, race)

/* The race is with that deed, counted from 1. */
static void expect_earlier(const Told *told, size_t count, uint32_t deed)
{
    char why[256] = "";
    Judge judge = judge_of(told, count);
    bool ok = judge_race(&judge, MEMORY_RC11, (Why){why, sizeof why});
    uint32_t raced = judge.raced;
    judge_free(&judge);
    if (!ok || raced != deed)
        fail_msg("a race with deed %u: %s", raced, why);
}
#define EARLIER(told, deed) expect_earlier(told, sizeof told / sizeof *told, deed)

static void test_reads(void **state)
{
    (void)state;
    Told late[] = {WRITE(0, X, ORDER_RELAXED, 1), WRITE(0, Y, ORDER_RELAXED, 1),
                   READ(1, Y, ORDER_ACQUIRE, 1, 0), READ(1, X, ORDER_RELAXED, 0, 1)};
    EXPECT(late, NULL);
    late[1].access.order = ORDER_RELEASE;
    EXPECT(late, "coherence");
    late[3].access.behind = 0;
    EXPECT(late, "not written");
    late[3].access.read = 1;
    EXPECT(late, NULL);
    late[3].access.behind = 2;
    EXPECT(late, "2 writes behind");
    /* an initial value has one value */
    Told initial[] = {READ(0, X, ORDER_RELAXED, 7, 0), READ(1, X, ORDER_RELAXED, 7, 0)};
    EXPECT(initial, NULL);
    initial[1].access.read = 8;
    EXPECT(initial, "not written");
}

static void test_writes(void **state)
{
    (void)state;
    Told order[] = {WRITE(0, X, ORDER_RELAXED, 1), WRITE(1, X, ORDER_RELAXED, 2),
                    READ(1, X, ORDER_RELAXED, 2, 1), READ(1, X, ORDER_RELAXED, 1, 0)};
    order[1].access.behind = 1; /* 2 stands before 1 */
    EXPECT(order, NULL);
    order[1].access.behind = 2; /* before the initial value */
    EXPECT(order, "2 writes behind");
    Told own[] = {WRITE(0, X, ORDER_RELAXED, 1), WRITE(0, X, ORDER_RELAXED, 2)};
    own[1].access.behind = 1;
    EXPECT(own, "coherence");
    Told updates[] = {UPDATE(0, X, ORDER_RELAXED, 0, 1, 0), UPDATE(1, X, ORDER_RELAXED, 1, 2, 0)};
    EXPECT(updates, NULL);
    updates[1] = (Told)UPDATE(1, X, ORDER_RELAXED, 0, 2, 1); /* both read the initial value */
    EXPECT(updates, "atomicity");
}

static void test_seq_cst(void **state)
{
    (void)state;
    Told buffers[] = {WRITE(0, X, ORDER_SEQ_CST, 1), WRITE(1, Y, ORDER_SEQ_CST, 1),
                      READ(0, Y, ORDER_SEQ_CST, 0, 1), READ(1, X, ORDER_SEQ_CST, 0, 1)};
    EXPECT(buffers, "psc");
    buffers[3].access.order = ORDER_ACQUIRE;
    EXPECT(buffers, NULL);
    Told fences[] = {WRITE(0, X, ORDER_RELAXED, 1),   FENCE(0, ORDER_SEQ_CST),
                     WRITE(1, Y, ORDER_RELAXED, 1),   FENCE(1, ORDER_SEQ_CST),
                     READ(0, Y, ORDER_RELAXED, 0, 1), READ(1, X, ORDER_RELAXED, 0, 1)};
    EXPECT(fences, "psc");
    fences[3].access.order = ORDER_ACQ_REL;
    EXPECT(fences, NULL);
}

/* Release sequences are what makes a difference between the two. */
static void test_models(void **state)
{
    (void)state;
    Told sequence[] = {WRITE(0, X, ORDER_RELAXED, 1), WRITE(0, Y, ORDER_RELEASE, 1),
                       WRITE(0, Y, ORDER_RELAXED, 2), READ(1, Y, ORDER_ACQUIRE, 2, 0),
                       READ(1, X, ORDER_RELAXED, 0, 1)};
    expect(sequence, 5, MEMORY_RC11, NULL);
    expect(sequence, 5, MEMORY_C11, "coherence");
}

static void test_synchronisation(void **state)
{
    (void)state;
    Told lock[] = {SYNC(0, ACCESS_ACQUIRE, AT(LOCK)), WRITE(0, X, ORDER_RELAXED, 1),
                   SYNC(0, ACCESS_RELEASE, AT(LOCK)), SYNC(1, ACCESS_ACQUIRE, AT(LOCK)),
                   READ(1, X, ORDER_RELAXED, 0, 1)};
    EXPECT(lock, "coherence");
    lock[3].access.pointer = AT(LOCK) + 8; /* another lock */
    EXPECT(lock, NULL);
    Told fork[] = {WRITE(0, X, ORDER_RELAXED, 1), SYNC(0, ACCESS_FORK, 1),
                   READ(1, X, ORDER_RELAXED, 0, 1)};
    EXPECT(fork, "coherence");
    fork[1].access.pointer = 2;
    EXPECT(fork, NULL);
    Told join[] = {WRITE(1, X, ORDER_RELAXED, 1), SYNC(1, ACCESS_END, 1), SYNC(0, ACCESS_JOIN, 1),
                   READ(0, X, ORDER_RELAXED, 0, 1)};
    EXPECT(join, "coherence");
    join[2].access.pointer = 2;
    EXPECT(join, NULL);
}

/* A thread's beginning and its end are in program order: seq_cst accesses are in order through a fork, a
 * join or a lock, also if nothing else is between them (po;hb;po). */
static void test_seq_cst_across(void **state)
{
    (void)state;
    Told fork[] = {WRITE(0, X, ORDER_SEQ_CST, 1), SYNC(0, ACCESS_FORK, 1),
                   WRITE(2, Y, ORDER_SEQ_CST, 1), READ(1, Y, ORDER_SEQ_CST, 0, 1),
                   READ(2, X, ORDER_SEQ_CST, 0, 1)};
    EXPECT(fork, "psc");
    fork[1].access.pointer = 3;
    EXPECT(fork, NULL);
    Told join[] = {WRITE(1, X, ORDER_SEQ_CST, 1),   SYNC(1, ACCESS_END, 1),
                   SYNC(0, ACCESS_JOIN, 1),         WRITE(2, Y, ORDER_SEQ_CST, 1),
                   READ(0, Y, ORDER_SEQ_CST, 0, 1), READ(2, X, ORDER_SEQ_CST, 0, 1)};
    EXPECT(join, "psc");
    join[2].access.pointer = 3;
    EXPECT(join, NULL);
    Told lock[] = {WRITE(0, X, ORDER_SEQ_CST, 1),     SYNC(0, ACCESS_RELEASE, AT(LOCK)),
                   SYNC(1, ACCESS_ACQUIRE, AT(LOCK)), WRITE(2, Y, ORDER_SEQ_CST, 1),
                   READ(1, Y, ORDER_SEQ_CST, 0, 1),   READ(2, X, ORDER_SEQ_CST, 0, 1)};
    EXPECT(lock, "psc");
    lock[2].access.pointer += 8;
    EXPECT(lock, NULL);
}

/* What one thread alone touches is no part of the graph, and yet must be right. */
static void test_own(void **state)
{
    (void)state;
    Told own[] = {WRITE(0, X, ORDER_PLAIN, 1), READ(0, X, ORDER_PLAIN, 1, 0)};
    EXPECT(own, NULL);
    own[1].access.read = 2;
    EXPECT(own, "written itself");
    Told filled[] = {WRITE(0, X, ORDER_PLAIN, 1), BYTES(0, ACCESS_WRITE, X, 0, 16),
                     READ(0, X, ORDER_PLAIN, 2, 0)};
    EXPECT(filled, NULL);
    Told atomic[] = {BYTES(0, ACCESS_WRITE, X, 0, 16), SYNC(0, ACCESS_FORK, 1),
                     READ(1, X, ORDER_RELAXED, 5, 0)};
    EXPECT(atomic, NULL);
    atomic[2].access.behind = 1; /* what was there before: it knows better */
    EXPECT(atomic, "coherence");
    /* an object that goes leaves its number to another, which has a history of its own */
    Told again[] = {WRITE(0, X, ORDER_RELAXED, 1), BYTES(0, ACCESS_FREE, X, 0, 16),
                    BYTES(0, ACCESS_ALLOC, X, 0, 16), READ(0, X, ORDER_RELAXED, 5, 0)};
    EXPECT(again, NULL);
    again[3].access.behind = 1;
    EXPECT(again, "1 writes behind");
}

/* Where accesses differ in their size or overlap, nobody says which write a value is from. */
static void test_sizes(void **state)
{
    (void)state;
    for (uint32_t wide = 2; wide <= 8; wide *= 2)
        for (uint32_t narrow = 1; narrow < wide; narrow *= 2)
            for (uint32_t at = 0; at + narrow <= wide; at += narrow) {
                Told part[] = {WRITE(0, X, ORDER_RELAXED, 0x101), READ(0, X, ORDER_RELAXED, 7, 0)};
                part[0].access.bytes = wide;
                part[1].access.bytes = narrow;
                part[1].access.pointer += at;
                EXPECT(part, NULL);
                Told more[] = {WRITE(0, X, ORDER_RELAXED, 1), READ(0, X, ORDER_RELAXED, 7, 0)};
                more[0].access.bytes = narrow;
                more[0].access.pointer += at;
                more[1].access.bytes = wide;
                EXPECT(more, NULL);
                part[1].access.bytes = wide;
                part[1].access.pointer -= at;
                EXPECT(part, "something is read that was not written");
            }
}

static void test_races(void **state)
{
    (void)state;
    Told message[] = {WRITE(0, X, ORDER_PLAIN, 1), WRITE(0, Y, ORDER_RELAXED, 1),
                      READ(1, Y, ORDER_ACQUIRE, 1, 0), READ(1, X, ORDER_PLAIN, 1, 0)};
    RACE(message, true);
    message[1].access.order = ORDER_RELEASE;
    RACE(message, false);
    message[2].access.order = ORDER_RELAXED;
    RACE(message, true);
    message[0].access.order = message[3].access.order = ORDER_RELAXED;
    RACE(message, false);
    Told pieces[] = {BYTES(0, ACCESS_WRITE, X, 0, 8), READ(1, X, ORDER_PLAIN, 0, 0)};
    RACE(pieces, true);
    pieces[0].access.pointer += 4;
    RACE(pieces, false);
    Told sizes[] = {READ(0, X, ORDER_PLAIN, 1, 0), WRITE(1, X, ORDER_PLAIN, 1)};
    sizes[0].access.bytes = 1;
    sizes[0].access.pointer += 3;
    RACE(sizes, true);
    sizes[0].access.pointer++;
    RACE(sizes, false);
    Told freed[] = {READ(0, X, ORDER_RELAXED, 1, 0), BYTES(1, ACCESS_WRITE, X, 0, 16)};
    RACE(freed, true);
    Told born[] = {BYTES(0, ACCESS_ALLOC, X, 0, 16), READ(1, X, ORDER_RELAXED, 1, 0)};
    RACE(born, true);
    Told elsewhere[] = {WRITE(0, X, ORDER_PLAIN, 1), WRITE(1, X, ORDER_PLAIN, 2),
                        READ(1, Y, ORDER_PLAIN, 0, 0)};
    RACE(elsewhere, false); /* not of the last access */
    Told reads[] = {WRITE(0, X, ORDER_PLAIN, 1), WRITE(0, X, ORDER_RELEASE, 2),
                    READ(1, X, ORDER_ACQUIRE, 2, 0)};
    RACE(reads, false); /* what it reads puts the plain write before it */
    reads[2].access.order = ORDER_RELAXED;
    RACE(reads, true);
    Told wrong[] = {WRITE(0, X, ORDER_RELAXED, 1),   WRITE(0, Y, ORDER_RELEASE, 1),
                    READ(1, Y, ORDER_ACQUIRE, 1, 0), READ(1, X, ORDER_RELAXED, 0, 1),
                    WRITE(0, LOCK, ORDER_PLAIN, 1),  READ(1, LOCK, ORDER_PLAIN, 1, 0)};
    RACE(wrong, false); /* there is no such run */
}

/* Who touches the object that another thread makes or ends has no cell of its own there. */
static void test_shared(void **state)
{
    (void)state;
    Told ended[] = {WRITE(0, X, ORDER_PLAIN, 1), BYTES(1, ACCESS_FREE, X, 0, 4)};
    RACE(ended, true);
    Told made[] = {BYTES(1, ACCESS_ALLOC, X, 0, 4), WRITE(0, X, ORDER_PLAIN, 1)};
    RACE(made, true);
    EARLIER(made, 1);
    /* The cell has an event for what was there at the beginning, and the other accesses are in order or touch other bytes. */
    Told third[] = {WRITE(0, Y, ORDER_RELAXED, 1), WRITE(1, X, ORDER_PLAIN, 1),
                    READ(0, X, ORDER_RELAXED, 0, 1), READ(1, Y, ORDER_RELAXED, 1, 0),
                    WRITE(1, X, ORDER_PLAIN, 2)};
    EARLIER(third, 3);
    Told two[] = {WRITE(0, X, ORDER_PLAIN, 1), READ(1, X, ORDER_PLAIN, 0, 1)};
    EXPECT(two, NULL);
    Told apart[] = {WRITE(0, X, ORDER_RELAXED, 1), READ(1, X, ORDER_RELAXED, 7, 0)};
    EXPECT(apart, "not written");
    apart[1].access.pointer += 2; /* overlaps with it, and is no such cell */
    EXPECT(apart, NULL);
}

/* Who takes a lock comes after all who have given it back, and not only after the last one. */
static void test_several(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        Told posted[] = {
            WRITE(0, X, ORDER_RELAXED, 1),     SYNC(0, ACCESS_RELEASE, AT(LOCK)),
            WRITE(1, Y, ORDER_RELAXED, 1),     SYNC(1, ACCESS_RELEASE, AT(LOCK)),
            SYNC(2, ACCESS_ACQUIRE, AT(LOCK)), READ(2, k ? Y : X, ORDER_RELAXED, 0, 1)};
        EXPECT(posted, "coherence");
        posted[4].access.pointer += 8; /* another lock of the same object */
        EXPECT(posted, NULL);
    }
}

/* A thread with the name of one that has ended begins after its own fork. */
static void test_names(void **state)
{
    (void)state;
    Told again[] = {SYNC(0, ACCESS_FORK, 1), WRITE(1, X, ORDER_RELAXED, 1),
                    SYNC(1, ACCESS_END, 0),  WRITE(0, Y, ORDER_RELAXED, 1),
                    SYNC(0, ACCESS_FORK, 1), READ(1, Y, ORDER_RELAXED, 0, 1)};
    EXPECT(again, "coherence");
    again[4].access.pointer = 2; /* the fork of another one */
    EXPECT(again, NULL);
}

static void test_many(void **state)
{
    (void)state;
    char why[256] = "";
    Judge judge = {.most_events = 10};
    Outcome o = {0};
    for (uint64_t k = 0; k < 10; k++)
        vec_push(
            &o.accesses,
            ((MemoryAccess){.deed = ACCESS_WRITE, .order = ORDER_RELAXED, CELL(X), .written = k}));
    judge_note(&judge, (Tid){0}, &o);
    assert_false(judge_run(&judge, MEMORY_RC11, (Why){why, sizeof why}));
    assert_non_null(strstr(why, "11 events"));
    judge.most_events = 11;
    assert_true(judge_run(&judge, MEMORY_RC11, (Why){why, sizeof why}));
    vec_free(&o.accesses);
    judge_free(&judge);
    assert_true(judge_knows(MEMORY_C11) && !judge_knows(MEMORY_TSO) && !judge_knows(MEMORY_SC));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads),
        cmocka_unit_test(test_writes),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_seq_cst),
        cmocka_unit_test(test_models),
        cmocka_unit_test(test_synchronisation),
        cmocka_unit_test(test_own),
        cmocka_unit_test(test_races),
        cmocka_unit_test(test_many),
        cmocka_unit_test(test_shared),
        cmocka_unit_test(test_several),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_seq_cst_across),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
