/* test_guard.c -- which locks guard a touch, and which are written over: found as it is meant, for all touches of arrays
 * of elements of several sizes, with a lock at several places in each. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "ir/program.h"
#include "machine/state.h"
#include "movers/movers.h"

enum { COUNT = 3, CELLS = 1, DATA, WAY, HEAP, ONLY, LOCK_BYTES = 4, RW_BYTES = 16 };

/* The elements of `cells` and of an array of the heap, to which `way` leads, have locks.  The thread that looks has those
 * of the elements number `held`. */
typedef struct Shape {
    int size, lock; /* of an element, and where its lock is */
    int own;        /* the size of an element of `data` */
    int held;
    bool shared; /* for reading */
} Shape;

typedef struct Fixture {
    Shape shape;
    Program *program;
    Machine *m;
    Movers v;
    uint32_t looks;
} Fixture;

static const char text[] = "layout cells raw size %d { s8 * %d region cells[] }\n"
                           "layout data raw size %d { s8 * %d region data[] }\n"
                           "layout only raw size %d { s8 * %d region only[] }\n"
                           "layout way raw size 8 { to: ptr at 0 region way }\n"
                           "global cells: cells * %d\n"
                           "global data: data * %d\n"
                           "global way: way\n"
                           "thread Main\n"
                           "proc Main() {\n"
                           "    point\n"
                           "    %%p = alloc.zero cells, %d\n"
                           "    store ptr [@way], %%p\n"
                           "    %%o = alloc.zero only, %d\n"
                           "  first:\n"
                           "    point\n"
                           "    acquire%s @cells + %d head first\n"
                           "  second:\n"
                           "    point\n"
                           "    acquire%s %%p + %d head second\n"
                           "  third:\n"
                           "    point\n"
                           "    acquire%s %%o + %d head third\n"
                           "    point\n"
                           "    store s8 [@data], 1\n"
                           "    return\n"
                           "}\n";

/* ---- what is meant ---- */

static int element_bytes(const Fixture *f, uint32_t object)
{
    return object == DATA ? f->shape.own : f->shape.size;
}

/* The touch lies in the element whose lock is held. */
static bool is_in_held(const Fixture *f, const Touch *touch)
{
    int size = element_bytes(f, touch->object);
    return touch->offset / size == f->shape.held &&
           (touch->offset + (int)touch->bytes - 1) / size == f->shape.held;
}

static bool is_meant(const Fixture *f, const Guard *guard, const Touch *touch)
{
    int at = guard->kind == GUARD_POINTEE ? guard->inner : guard->offset;
    if (f->shape.shared && touch->write)
        return false;
    if (guard->kind == GUARD_GLOBAL || guard->kind == GUARD_POINTEE)
        return at == f->shape.lock + f->shape.held * f->shape.size;
    if (guard->kind == GUARD_SELF && touch->object == DATA)
        return false;
    return guard->kind != GUARD_ONLY && is_in_held(f, touch);
}

static bool is_overwritten(const Fixture *f, const Touch *touch)
{
    int bytes = f->shape.shared ? RW_BYTES : LOCK_BYTES;
    for (int k = 0; k < COUNT; k++)
        for (int b = 0; b < bytes; b++) {
            int at = f->shape.lock + k * f->shape.size + b;
            if (touch->object != DATA && at >= touch->offset &&
                at < touch->offset + (int)touch->bytes)
                return true;
        }
    return false;
}

/* ---- what is found ---- */

static void check_each(Fixture *f, const Touch *touch)
{
    Guards found = {0};
    Guard all[4 * COUNT];
    size_t len = 0, meant = 0;
    uint32_t layout = machine_layout(f->m, CELLS);
    bool rw = f->shape.shared;
    for (int k = 0; k < COUNT; k++) {
        int at = f->shape.lock + k * f->shape.size;
        all[len++] = (Guard){GUARD_GLOBAL, CELLS, at, 0, rw, 0, false, {0}};
        all[len++] = (Guard){GUARD_POINTEE, WAY, 0, at, rw, layout, false, {0}};
    }
    all[len++] = (Guard){GUARD_INDEX, CELLS, f->shape.lock, 0, rw, 0, false, {0}};
    all[len++] = (Guard){GUARD_ELEMENT, WAY, 0, f->shape.lock, rw, 0, false, {0}};
    if (touch->object != DATA)
        all[len++] = (Guard){GUARD_SELF, 0, f->shape.lock, 0, rw, 0, false, {0}};
    all[len++] = (Guard){GUARD_ONLY, 0, f->shape.lock, 0, rw, layout, false, {0}};
    guard_find_held(&f->v, touch, &found);
    for (size_t k = 0; k < len; k++) {
        bool is_found = false;
        vec_each (const Guard, guard, &found)
            is_found |= guard_equal(guard, &all[k]);
        assert_int_equal(guard_is_held(&f->v, &all[k], touch), is_meant(f, &all[k], touch));
        assert_int_equal(is_found, is_meant(f, &all[k], touch));
        meant += is_found;
    }
    vec_each (const Guard, guard, &found) /* the lock beside */
        meant += guard->kind == GUARD_ONLY && guard->layout == machine_layout(f->m, ONLY);
    assert_int_equal(found.len, meant);
    vec_free(&found);
}

static void check_touch(Fixture *f, Touch touch)
{
    LockCell *lock = &f->v.locks.at[1], *other = &f->v.locks.at[0];
    touch.write = false;
    check_each(f, &touch);
    touch.write = true;
    check_each(f, &touch);
    guard_overwrite(&f->v, &touch);
    bool over = is_overwritten(f, &touch);
    assert_true(lock->overwritten == over && f->v.overwritten == over && f->v.broken == over);
    const Guard held = {
        GUARD_GLOBAL, CELLS, f->shape.lock + f->shape.held * f->shape.size, 0, f->shape.shared, 0,
        false,        {0}};
    touch.write = false;
    assert_int_equal(guard_is_held(&f->v, &held, &touch), !over);
    assert_false(other->overwritten);
    lock->overwritten = f->v.overwritten = f->v.broken = false;
    other->overwritten = f->v.overwritten = true;
    assert_true(guard_is_held(&f->v, &held, &touch));
    other->overwritten = f->v.overwritten = false;
}

static void check_object(Fixture *f, uint32_t object)
{
    int size = element_bytes(f, object);
    for (int at = 0; at < COUNT * size; at++)
        for (int bytes = 1; bytes <= size + 9 && at + bytes <= COUNT * size; bytes++)
            check_touch(f, (Touch){.kind = TOUCH_DATA,
                                   .object = object,
                                   .offset = at,
                                   .bytes = (uint32_t)bytes});
}

/* ---- the thread that looks ---- */

static void on_begin(void *self, bool at_choice)
{
    (void)self, (void)at_choice;
}

static uint32_t region_of_way(Fixture *f)
{
    return f->program->layouts.at[machine_layout(f->m, WAY)].fields.at[0].region;
}

/* A lock that is reached through a pointer guards while nobody changes the pointer; the only one of its layout while no other
 * is made. */
static void check_ways(Fixture *f)
{
    const Touch touch = {
        .kind = TOUCH_DATA, .object = DATA, .offset = f->shape.held * f->shape.own, .bytes = 1};
    uint32_t layout = machine_layout(f->m, CELLS), only = machine_layout(f->m, ONLY);
    int at = f->shape.lock + f->shape.held * f->shape.size;
    const Guard ways[] = {{GUARD_POINTEE, WAY, 0, at, f->shape.shared, layout, false, {0}},
                          {GUARD_ELEMENT, WAY, 0, f->shape.lock, f->shape.shared, 0, false, {0}}};
    const Guard single = {GUARD_ONLY, 0, f->shape.lock, 0, f->shape.shared, only, false, {0}};
    for (int k = 0; k < 2; k++) {
        Rule *rule = &f->v.rules.at[region_of_way(f)];
        assert_true(rule->steers && guard_is_held(&f->v, &ways[k], &touch));
        rule->changed = true;
        assert_false(guard_is_held(&f->v, &ways[k], &touch));
        *rule = (Rule){.kind = RULE_NONE};
        assert_false(guard_is_held(&f->v, &ways[k], &touch));
        assert_true(rule->steers);
        *rule = (Rule){.kind = RULE_READ_ONLY, .steers = true};
    }
    assert_true(guard_is_held(&f->v, &single, &touch) && f->v.kin.at[only].guards);
    f->v.kin.at[only].made = true;
    assert_false(guard_is_held(&f->v, &single, &touch));
    f->v.kin.at[only].made = false;
}

/* Who holds a lock may look at it; who reads may look whether someone writes. */
static void check_mine(Fixture *f)
{
    for (int k = 0; k < COUNT; k++)
        for (uint32_t bytes = 4; bytes <= RW_BYTES; bytes *= 2)
            for (int bits = 0; bits < 4; bits++) {
                Touch look = {.kind = bits & 1 ? TOUCH_LOOK : TOUCH_DATA,
                              .object = CELLS,
                              .offset = f->shape.lock + k * f->shape.size,
                              .bytes = bytes,
                              .shared = bits & 2};
                bool reads = bytes > 8 && bits == 1;
                bool mine = k == f->shape.held && (f->shape.shared ? reads : bytes != 8);
                assert_int_equal(guard_is_mine(&f->v, &look), mine);
            }
}

static bool on_touch(void *self, const Touch *touch)
{
    Fixture *f = self;
    if (touch->kind != TOUCH_DATA || touch->object != DATA)
        return true;
    uint32_t layout = machine_layout(f->m, CELLS);
    assert_int_equal(machine_layout(f->m, HEAP), layout);
    vec_push(&f->v.locks, ((LockCell){machine_layout(f->m, ONLY), f->shape.lock, f->shape.shared,
                                      false, false}));
    vec_push(&f->v.locks, ((LockCell){layout, f->shape.lock, f->shape.shared, false, false}));
    vec_each (Rule, rule, &f->v.rules)
        rule->kind = RULE_READ_ONLY; /* so that the pointer stays */
    check_object(f, CELLS);
    check_object(f, DATA);
    check_object(f, HEAP);
    check_ways(f);
    check_mine(f);
    f->looks++;
    return true;
}

static bool on_point(void *self, uint32_t pc)
{
    (void)self, (void)pc;
    return false;
}

static void check_shape(Shape shape)
{
    char program[2000];
    Sources sources = {0};
    Diag diag = {.sources = &sources};
    Fixture f = {.shape = shape};
    State state = {0};
    Outcomes out = {0};
    const char *flags = shape.shared ? ".rw.shared" : "";
    int lock = shape.lock + shape.held * shape.size;
    int len = snprintf(program, sizeof program, text, shape.size, shape.size, shape.own, shape.own,
                       shape.size, shape.size, COUNT, COUNT, COUNT * shape.size, shape.size, flags,
                       lock, flags, lock, flags, shape.lock);
    f.program = ir_parse(&sources, source_add(&sources, "guard.ir", program, (size_t)len), &diag);
    diag_print(&diag, stderr);
    assert_non_null(f.program);
    f.m = machine_new(f.program, (MachineOptions){.track_owners = true});
    movers_begin(&f.v, f.m, f.program, 0);
    movers_start(&f.v);
    machine_initial(f.m, &out);
    state_initial(f.m, &out.all.at[0], &state);
    Watcher watcher = {.self = &f, .begin = on_begin, .touch = on_touch, .point = on_point};
    state_run(f.m, &state, 0, &watcher, &out);
    assert_int_equal(out.all.at[0].kind, OUTCOME_ENDED);
    assert_int_equal(f.looks, 1);
    state_free(&state);
    outcomes_free(&out);
    movers_end(&f.v);
    machine_free(f.m);
    program_free(f.program);
    diag_free(&diag);
    source_free(&sources);
}

static void locks_of_elements_are_found(void **unused)
{
    (void)unused;
    for (int held = 0; held < COUNT; held++)
        for (int shared = 0; shared < 2; shared++) {
            check_shape((Shape){16, 0, 8, held, shared});
            check_shape((Shape){24, 8, 1, held, shared});
            check_shape((Shape){40, 16, 24, held, shared});
            check_shape((Shape){20, 4, 4, held, shared});
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(locks_of_elements_are_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
