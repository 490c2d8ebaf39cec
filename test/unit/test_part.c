/* test_part.c -- stores of which only a part matters: footprints, grafts, tidying, one thread for
 * all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "machine/part.h"
#include "machine/state.h"

typedef struct Fixture {
    Sources sources;
    Diag diag;
    Program *program;
    Machine *m;
    Outcomes out;
    State state;
} Fixture;

static void begin(Fixture *f, const char *text)
{
    *f = (Fixture){0};
    f->diag.sources = &f->sources;
    int file = source_add(&f->sources, "test.ir", text, strlen(text));
    f->program = ir_parse(&f->sources, file, &f->diag);
    diag_print(&f->diag, stderr);
    assert_non_null(f->program);
    f->m = machine_new(f->program,
                       (MachineOptions){.track_owners = true, .footprints = true, .share = true});
    machine_initial(f->m, &f->out);
    state_initial(f->m, &f->out.all.at[0], &f->state);
}

static void end(Fixture *f)
{
    state_free(&f->state);
    outcomes_free(&f->out);
    machine_free(f->m);
    program_free(f->program);
    diag_free(&f->diag);
    source_free(&f->sources);
}

/* One step of a thread: where it leads. */
static Part take(Fixture *f, Tid t, Part from)
{
    machine_step(f->m, t, from.g, from.l, from.s, &f->out);
    assert_int_equal(f->out.len, 1);
    const Outcome *o = &f->out.all.at[0];
    assert_true(outcome_has_successor(o));
    return (Part){o->g, o->l, o->s, from.forks};
}

static Part part_of(const Fixture *f, size_t index)
{
    return (Part){.g = f->state.g, .l = f->state.threads.at[index].l};
}

static bool is_looked(const Fixture *f, uint32_t place)
{
    size_t len;
    const uint32_t *looked = machine_looked(f->m, &len);
    for (size_t k = 0; k < len; k++)
        if (looked[k] == place)
            return true;
    return false;
}

static const char two_variables[] = "region global x\n"
                                    "region global y\n"
                                    "layout x record { s32 region x }\n"
                                    "layout y record { s32 region y }\n"
                                    "global x: x\n"
                                    "global y: y\n"
                                    "thread a\n"
                                    "thread b\n"
                                    "proc a() {\n"
                                    "    point\n"
                                    "    store s32 [@x], 1 x\n"
                                    "    point\n"
                                    "    return\n"
                                    "}\n"
                                    "proc b() {\n"
                                    "    point\n"
                                    "    store s32 [@y], 2 y\n"
                                    "    point\n"
                                    "    return\n"
                                    "}\n";
enum { PLACE_X = 1, PLACE_Y = 2 };

static void a_run_looks_at_what_it_touches(void **unused)
{
    (void)unused;
    Fixture f;
    begin(&f, two_variables);
    take(&f, f.state.threads.at[0].tid, part_of(&f, 0));
    assert_true(is_looked(&f, PLACE_X));
    assert_false(is_looked(&f, PLACE_Y));
    end(&f);
}

static void a_graft_is_the_same_as_the_run(void **unused)
{
    (void)unused;
    Fixture f;
    begin(&f, two_variables);
    Tid a = f.state.threads.at[0].tid, b = f.state.threads.at[1].tid;
    Part after_a = take(&f, a, part_of(&f, 0)), after_b = take(&f, b, part_of(&f, 1));
    Part both = take(&f, a, (Part){.g = after_b.g, .l = f.state.threads.at[0].l});
    const uint32_t places[] = {PLACE_X};
    assert_int_equal(machine_graft(f.m, after_b.g, after_a.g, places, 1).ix, both.g.ix);
    assert_int_not_equal(machine_leaf(f.m, both.g, PLACE_X), machine_leaf(f.m, f.state.g, PLACE_X));
    assert_int_equal(machine_leaf(f.m, both.g, PLACE_Y), machine_leaf(f.m, after_b.g, PLACE_Y));
    assert_int_equal(machine_leaf(f.m, both.g, 1000), 0);
    end(&f);
}

static const char allocations[] = "region elements Cell[]\n"
                                  "layout Cell array { s32 region Cell[] }\n"
                                  "thread a\n"
                                  "proc a() {\n"
                                  "    reg %p: ptr\n"
                                  "  b0:\n"
                                  "    point\n"
                                  "    %p = alloc Cell, 1\n"
                                  "    store s32 [%p], 7 Cell[]\n"
                                  "    jump b1\n"
                                  "  b1:\n"
                                  "    point\n"
                                  "    %p = alloc Cell, 1\n"
                                  "    store s32 [%p], 7 Cell[]\n"
                                  "    jump b2\n"
                                  "  b2:\n"
                                  "    point\n"
                                  "    store s32 [%p], 8 Cell[]\n"
                                  "    jump b0\n"
                                  "}\n";

/* The object of the first step is garbage after the second. */
static void new_garbage_is_dropped(void **unused)
{
    (void)unused;
    Fixture f;
    begin(&f, allocations);
    Tid a = f.state.threads.at[0].tid;
    Part first = take(&f, a, part_of(&f, 0)), second = take(&f, a, first), tidy = second;
    machine_tidy(f.m, a, f.state.g, &tidy);
    assert_int_equal(tidy.g.ix, first.g.ix);
    tidy = second;
    machine_tidy(f.m, a, first.g, &tidy); /* the first object was there: someone may need it */
    assert_int_equal(tidy.g.ix, second.g.ix);
    assert_int_equal(tidy.l.ix, second.l.ix);
    end(&f);
}

static const char locks[] = "region global m\n"
                            "layout m record { tid region m }\n"
                            "global m: m\n"
                            "thread a\n"
                            "thread a\n"
                            "proc a() {\n"
                            "    reg %me: tid\n"
                            "  b0:\n"
                            "    point\n"
                            "    self %me\n"
                            "    acquire @m m head b0\n"
                            "    point\n"
                            "    release @m m\n"
                            "    point\n"
                            "    trace \"{0}\", %me\n"
                            "    return\n"
                            "}\n";

/* What SELF does, as either thread, is what the thread does. */
static void one_thread_stands_for_another(void **unused)
{
    (void)unused;
    Fixture f;
    begin(&f, locks);
    Tid self;
    assert_true(machine_shares(f.m, &self));
    for (size_t k = 0; k < 2; k++) {
        Tid t = f.state.threads.at[k].tid;
        Part real = take(&f, t, part_of(&f, k)), seen = part_of(&f, k);
        machine_see_as_self(f.m, t, &seen);
        seen = take(&f, self, seen);
        machine_see_as_thread(f.m, t, &seen);
        assert_int_equal(seen.g.ix, real.g.ix);
        assert_int_equal(seen.l.ix, real.l.ix);
    }
    end(&f);
}

static void forks_are_kept_in_order(void **unused)
{
    (void)unused;
    Fixture f;
    begin(&f, two_variables);
    LocalId l = f.state.threads.at[0].l;
    Forked forked;
    ForkId one = forks_add(f.m, (ForkId){0}, (Tid){5}, l);
    ForkId two = forks_add(f.m, forks_add(f.m, (ForkId){0}, (Tid){6}, l), (Tid){7}, l);
    ForkId all = forks_join(f.m, one, two);
    for (uint32_t tid = 7; tid >= 5; tid--) {
        assert_int_not_equal(all.ix, 0);
        all = forks_take(f.m, all, &forked);
        assert_int_equal(forked.tid.ix, tid);
    }
    assert_int_equal(all.ix, 0);
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_looks_at_what_it_touches),
        cmocka_unit_test(a_graft_is_the_same_as_the_run),
        cmocka_unit_test(new_garbage_is_dropped),
        cmocka_unit_test(one_thread_stands_for_another),
        cmocka_unit_test(forks_are_kept_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
