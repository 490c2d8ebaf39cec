/* test_row.c -- which lock of several in an object guards a touch: found as it is meant, for all touches of an array of two
 * such objects, whichever of the locks the thread holds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "ir/program.h"
#include "machine/state.h"
#include "movers/movers.h"

/* The data has so many places of so many bytes for each lock, and their order is that of the locks; or they go to the locks
 * in turn. */
enum { TABLE = 1, ELEMENTS = 2, SIZE = 80, LOCKS = 3, EACH = 2, BYTES = 4, DATA = 52 };

static const char text[] = "layout table raw size 80 {\n"
                           "    before: s32 region before\n"
                           "    \"rows[0].lock\": u32 at 8 lock region locks\n"
                           "    \"rows[0].x\": s16 at 12 region beside\n"
                           "    \"rows[1].lock\": u32 at 24 lock region locks\n"
                           "    \"rows[1].x\": s16 at 28 region beside\n"
                           "    \"rows[2].lock\": u32 at 40 lock region locks\n"
                           "    \"rows[2].x\": s16 at 44 region beside\n"
                           "    data: s32 * 6 at 52 region data\n"
                           "}\n"
                           "global table: table * 2\n"
                           "thread Main\n"
                           "proc Main() {\n"
                           "  first:\n"
                           "    point\n"
                           "    acquire @table + %d head first\n"
                           "    point\n"
                           "    store s32 [@table], 1\n"
                           "    return\n"
                           "}\n";

typedef struct Fixture {
    Machine *m;
    Movers v;
    int element, held;
    uint32_t rows; /* guards of rows that were found */
    uint32_t looks;
} Fixture;

static bool is_beside(int at)
{
    return at >= 12 && at < 46 && (at - 12) % 16 < 2;
}

/* A row goes from one to the next, whatever is in between. */
static int lock_beside(int at)
{
    return at < 12 ? -1 : (at - 12) / 16;
}

static int lock_of_data(int at, bool turns)
{
    int place = (at - DATA) / BYTES;
    if (at < DATA || place >= LOCKS * EACH)
        return -1;
    return turns ? place % LOCKS : place / EACH;
}

static bool is_data(int at)
{
    return lock_of_data(at, false) >= 0;
}

/* What the thread holds guards all bytes of the touch; several in turn are never one row. */
static bool is_meant(const Fixture *f, const Touch *touch, bool turns)
{
    int begin = touch->offset % SIZE;
    bool meant = touch->offset / SIZE == f->element && (is_data(begin) || is_beside(begin));
    for (int at = begin; at < begin + (int)touch->bytes; at++) {
        bool data = is_data(begin);
        meant &= at < SIZE && (data ? lock_of_data(at, turns) : lock_beside(at)) == f->held;
        meant &= !turns || (data && (at - DATA) / BYTES == (begin - DATA) / BYTES);
    }
    return meant;
}

static void check_touch(Fixture *f, const Touch *touch)
{
    Guards found = {0};
    uint32_t rows = 0, meant = is_meant(f, touch, false) + is_meant(f, touch, true);
    guard_find_held(&f->v, touch, &found);
    vec_each (const Guard, guard, &found) {
        assert_true(guard_is_held(&f->v, guard, touch));
        rows += guard->kind == GUARD_ROW;
    }
    assert_int_equal(rows, meant);
    f->rows += rows;
    vec_free(&found);
}

/* The same guard for all, as it is found once: it is held exactly by those whose row has the lock. */
static void check_same(Fixture *f, int at)
{
    Guards found = {0};
    Touch first = {.kind = TOUCH_DATA, .object = TABLE, .offset = at, .bytes = 1};
    guard_find_held(&f->v, &first, &found);
    vec_each (const Guard, guard, &found)
        for (int other = 0; guard->kind == GUARD_ROW && other < ELEMENTS * SIZE; other++) {
            Touch touch = {.kind = TOUCH_DATA, .object = TABLE, .offset = other, .bytes = 1};
            bool turns = guard->rows.step == BYTES;
            if (is_data(at % SIZE) == is_data(other % SIZE) &&
                (is_data(other % SIZE) || is_beside(other % SIZE)))
                assert_int_equal(guard_is_held(&f->v, guard, &touch), is_meant(f, &touch, turns));
        }
    vec_free(&found);
}

static void on_begin(void *self, bool at_choice)
{
    (void)self, (void)at_choice;
}

static bool on_touch(void *self, const Touch *touch)
{
    Fixture *f = self;
    if (touch->kind != TOUCH_DATA)
        return true;
    vec_push(&f->v.locks, ((LockCell){machine_layout(f->m, TABLE), 8, false, false, false}));
    vec_push(&f->v.locks, ((LockCell){machine_layout(f->m, TABLE), 24, false, false, false}));
    vec_push(&f->v.locks, ((LockCell){machine_layout(f->m, TABLE), 40, false, false, false}));
    for (int at = 0; at < ELEMENTS * SIZE; at++) {
        check_same(f, at);
        for (int bytes = 1; at + bytes <= ELEMENTS * SIZE; bytes++)
            check_touch(f, &(Touch){.kind = TOUCH_DATA,
                                    .object = TABLE,
                                    .offset = at,
                                    .bytes = (uint32_t)bytes});
    }
    f->looks++;
    return true;
}

static bool on_point(void *self, uint32_t pc)
{
    (void)self, (void)pc;
    return false;
}

static void check_held(int element, int held)
{
    char program[2000];
    Sources sources = {0};
    Diag diag = {.sources = &sources};
    Fixture f = {.element = element, .held = held};
    State state = {0};
    Outcomes out = {0};
    int len = snprintf(program, sizeof program, text, element * SIZE + 8 + held * 16);
    Program *p = ir_parse(&sources, source_add(&sources, "row.ir", program, (size_t)len), &diag);
    diag_print(&diag, stderr);
    assert_non_null(p);
    f.m = machine_new(p, (MachineOptions){.track_owners = true});
    movers_begin(&f.v, f.m, p, 0);
    movers_start(&f.v);
    machine_initial(f.m, &out);
    state_initial(f.m, &out.all.at[0], &state);
    Watcher watcher = {.self = &f, .begin = on_begin, .touch = on_touch, .point = on_point};
    state_run(f.m, &state, 0, &watcher, &out);
    assert_int_equal(out.all.at[0].kind, OUTCOME_ENDED);
    assert_int_equal(f.looks, 1);
    assert_true(f.rows > 0);
    state_free(&state);
    outcomes_free(&out);
    movers_end(&f.v);
    machine_free(f.m);
    program_free(p);
    diag_free(&diag);
    source_free(&sources);
}

static void locks_of_rows_are_found(void **unused)
{
    (void)unused;
    for (int element = 0; element < ELEMENTS; element++)
        for (int held = 0; held < LOCKS; held++)
            check_held(element, held);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(locks_of_rows_are_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
