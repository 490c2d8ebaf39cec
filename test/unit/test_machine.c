/* test_machine.c -- steps, names that commute, canonical heaps, touches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "machine/state.h"
#include "machine/states.h"

typedef struct Fixture {
    Sources sources;
    Diag diag;
    Program *program;
    Machine *m;
    Outcomes out;
    State state;
} Fixture;

static void begin(Fixture *f, const char *text, MachineOptions options)
{
    *f = (Fixture){0};
    f->diag.sources = &f->sources;
    int file = source_add(&f->sources, "test.ir", text, strlen(text));
    f->program = ir_parse(&f->sources, file, &f->diag);
    diag_print(&f->diag, stderr);
    assert_non_null(f->program);
    f->m = machine_new(f->program, options);
    machine_initial(f->m, &f->out);
    assert_int_equal(f->out.len, 1);
    assert_int_equal(f->out.all.at[0].kind, OUTCOME_STEP);
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

/* Thread `index` takes its only step, with the machine's own names for objects. */
static void take(Fixture *f, State *state, size_t index)
{
    StateThread thread = state->threads.at[index];
    machine_step(f->m, thread.tid, state->g, thread.l, thread.s, &f->out);
    assert_int_equal(f->out.len, 1);
    assert_true(outcome_has_successor(&f->out.all.at[0]));
    state_apply(state, index, &f->out.all.at[0]);
}

static void take_canonical(Fixture *f, State *state, size_t index)
{
    state_step(f->m, state, index, &f->out);
    assert_int_equal(f->out.len, 1);
    bool renames = f->out.all.at[0].renames;
    state_apply(state, index, &f->out.all.at[0]);
    State copy = {.g = state->g};
    for (size_t t = 0; t < state->threads.len; t++)
        vec_push(&copy.threads, state->threads.at[t]);
    state_canonicalise(f->m, state);
    /* without `renames` the names were canonical already */
    assert_true(renames || copy.g.ix == state->g.ix);
    state_free(&copy);
}

static void copy_state(State *to, const State *from)
{
    to->g = from->g;
    to->threads.len = 0;
    for (size_t t = 0; t < from->threads.len; t++)
        vec_push(&to->threads, from->threads.at[t]);
}

static void assert_same_state(const State *a, const State *b)
{
    assert_int_equal(a->g.ix, b->g.ix);
    assert_int_equal(a->threads.len, b->threads.len);
    for (size_t t = 0; t < a->threads.len; t++) {
        assert_int_equal(a->threads.at[t].tid.ix, b->threads.at[t].tid.ix);
        assert_int_equal(a->threads.at[t].l.ix, b->threads.at[t].l.ix);
        assert_int_equal(a->threads.at[t].s.ix, b->threads.at[t].s.ix);
    }
}

static const char two_allocators[] = "layout Cell record { value: s32 }\n"
                                     "proc A() {\n"
                                     "  reg %p: ptr, %q: ptr, %v: s32\n"
                                     "  point\n"
                                     "  %p = alloc Cell, 1\n"
                                     "  store s32 [%p], 1\n"
                                     "  point\n"
                                     "  %q = alloc Cell, 1\n"
                                     "  store s32 [%q], 2\n"
                                     "  point\n"
                                     "  %v = load s32 [%p]\n"
                                     "  %v = load s32 [%q]\n"
                                     "  return\n"
                                     "}\n"
                                     "thread A\n"
                                     "thread A\n";

static void allocations_commute(void **unused)
{
    (void)unused;
    static const size_t orders[][4] = {{0, 0, 1, 1}, {1, 1, 0, 0}, {0, 1, 0, 1}, {1, 0, 0, 1}};
    Fixture f;
    begin(&f, two_allocators, (MachineOptions){0});
    State first = {0}, other = {0};
    for (size_t k = 0; k < 4; k++) {
        State *state = k ? &other : &first;
        copy_state(state, &f.state);
        for (size_t i = 0; i < 4; i++)
            take(&f, state, orders[k][i]);
        assert_same_state(&first, state);
    }
    state_free(&first);
    state_free(&other);
    end(&f);
}

static void canonical_heaps_commute_too(void **unused)
{
    (void)unused;
    Fixture f;
    begin(&f, two_allocators, (MachineOptions){0});
    State first = {0}, other = {0};
    copy_state(&first, &f.state);
    copy_state(&other, &f.state);
    for (size_t i = 0; i < 4; i++) {
        take_canonical(&f, &first, i / 2);
        take_canonical(&f, &other, 1 - i / 2);
    }
    assert_same_state(&first, &other);
    state_free(&first);
    state_free(&other);
    end(&f);
}

static const char forkers[] = "proc W(%n: s32) {\n"
                              "  point\n"
                              "  assume true\n"
                              "  point\n"
                              "  %n = add s32 %n, 1\n"
                              "  return\n"
                              "}\n"
                              "proc F() {\n"
                              "  reg %t: tid\n"
                              "  point\n"
                              "  %t = fork W(1)\n"
                              "  point\n"
                              "  %t = fork W(2)\n"
                              "  point\n"
                              "  return\n"
                              "}\n"
                              "thread F\n"
                              "thread F\n";

/* The index of the thread with this name. */
static size_t named(Fixture *f, const State *state, const char *name)
{
    for (size_t t = 0; t < state->threads.len; t++)
        if (strcmp(machine_thread_name(f->m, state->threads.at[t].tid), name) == 0)
            return t;
    fail_msg("no thread %s", name);
    return 0;
}

static void forks_commute(void **unused)
{
    (void)unused;
    Fixture f;
    begin(&f, forkers, (MachineOptions){0});
    State first = {0}, other = {0};
    copy_state(&first, &f.state);
    copy_state(&other, &f.state);
    static const char *const one[] = {"0", "0", "1", "1"}, *const two[] = {"1", "0", "1", "0"};
    for (size_t i = 0; i < 4; i++) {
        take(&f, &first, named(&f, &first, one[i]));
        take(&f, &other, named(&f, &other, two[i]));
    }
    assert_int_equal(first.threads.len, 6);
    assert_same_state(&first, &other);
    named(&f, &first, "1.1");
    assert_string_equal(machine_thread_entry(f.m, first.threads.at[5].tid), "W");
    state_free(&first);
    state_free(&other);
    end(&f);
}

static void numbered_threads_follow_the_order_of_creation(void **unused)
{
    (void)unused;
    Fixture f;
    begin(&f, forkers, (MachineOptions){.number_threads = true});
    State first = {0}, other = {0};
    copy_state(&first, &f.state);
    copy_state(&other, &f.state);
    take(&f, &first, 0); /* W(1) by thread 0 */
    take(&f, &first, 1);
    take(&f, &other, 1);
    take(&f, &other, 0);
    assert_same_state(&first, &other); /* both children are alike: 2 and 3 run W(1) */
    take(&f, &first, 0);
    take(&f, &other, 1);
    assert_int_equal(first.g.ix, other.g.ix);
    assert_int_not_equal(first.threads.at[0].l.ix, other.threads.at[0].l.ix);
    state_free(&first);
    state_free(&other);
    end(&f);
}

static const char chooser[] = "global x: s32\n"
                              "proc C() {\n"
                              "  reg %a: s32, %b: s32, %s: s32\n"
                              "  point\n"
                              "  %a = choose s32 0, 2\n"
                              "  %b = choose s32 0, %a\n"
                              "  %s = add s32 %a, %b\n"
                              "  store s32 [@x], %s\n"
                              "  point\n"
                              "  return\n"
                              "}\n"
                              "thread C\n";

static void every_combination_of_choices_is_an_outcome(void **unused)
{
    (void)unused;
    Fixture f;
    begin(&f, chooser, (MachineOptions){0});
    state_step(f.m, &f.state, 0, &f.out);
    assert_int_equal(f.out.len, 6);
    assert_int_equal(f.out.all.at[5].choices.len, 2);
    assert_int_equal(f.out.all.at[5].choices.at[0], 2);
    assert_int_equal(f.out.all.at[5].choices.at[1], 2);
    end(&f);
}

static void a_choice_can_be_a_state(void **unused)
{
    (void)unused;
    Fixture f;
    begin(&f, chooser, (MachineOptions){.stop_at_choice = true});
    state_step(f.m, &f.state, 0, &f.out);
    assert_int_equal(f.out.len, 1);
    assert_int_equal(f.out.all.at[0].kind, OUTCOME_CHOICE);
    assert_int_equal(f.out.all.at[0].alternatives, 3);
    state_apply(&f.state, 0, &f.out.all.at[0]);
    assert_true(machine_at_choice(f.m, f.state.threads.at[0].l));
    state_step(f.m, &f.state, 0, &f.out);
    assert_int_equal(f.out.len, 3);
    assert_int_equal(f.out.all.at[2].alternatives, 3);
    assert_int_equal(f.out.all.at[2].kind, OUTCOME_CHOICE);
    end(&f);
}

static void touches_are_recorded(void **unused)
{
    (void)unused;
    Fixture f;
    begin(&f,
          "global x: s32\n"
          "global y: u8\n"
          "proc T() {\n"
          "  reg %a: s32\n"
          "  point\n"
          "  %a = load s32 [@x]\n"
          "  store u8 [@y], 3\n"
          "  point\n"
          "  return\n"
          "}\n"
          "thread T\n",
          (MachineOptions){.record = true});
    state_step(f.m, &f.state, 0, &f.out);
    const Outcome *o = &f.out.all.at[0];
    assert_int_equal(o->touched.len, 2);
    assert_false(o->touched.at[0].write);
    assert_int_equal(o->touched.at[0].object, 1);
    assert_int_equal(o->touched.at[0].bytes, 4);
    assert_true(o->touched.at[1].write);
    assert_int_equal(o->touched.at[1].object, 2);
    assert_int_equal(o->touched.at[1].bytes, 1);
    bool found = false;
    for (size_t k = 0; k < o->events.len; k++)
        found |= o->events.at[k].kind == EVENT_WRITE && !strcmp(o->events.at[k].name, "y") &&
                 !strcmp(o->events.at[k].value, "3");
    assert_true(found);
    end(&f);
}

static void a_step_leaves_no_trace_in_the_loaded_store(void **unused)
{
    (void)unused;
    Fixture f;
    begin(&f, two_allocators, (MachineOptions){0});
    state_step(f.m, &f.state, 0, &f.out);
    GlobalId once = f.out.all.at[0].g;
    for (int i = 0; i < 3; i++) {
        state_step(f.m, &f.state, 0, &f.out);
        assert_int_equal(f.out.all.at[0].g.ix, once.ix);
    }
    end(&f);
}

static void states_are_found_again(void **unused)
{
    (void)unused;
    Fixture f;
    begin(&f, forkers, (MachineOptions){0});
    States states = {.m = f.m};
    State loaded = {0};
    bool is_new;
    assert_int_equal(states_add(&states, &f.state, &is_new).ix, 0);
    assert_true(is_new);
    states_load(&states, (StateId){0}, &loaded);
    assert_same_state(&loaded, &f.state);
    state_step(f.m, &loaded, 0, &f.out);
    StateId next = states_add_step(&states, &loaded, 0, &f.out.all.at[0], &is_new);
    assert_true(is_new);
    State direct = {0};
    copy_state(&direct, &f.state);
    state_apply(&direct, 0, &f.out.all.at[0]);
    assert_int_equal(states_add(&states, &direct, &is_new).ix, next.ix);
    assert_false(is_new);
    states_load(&states, next, &loaded);
    assert_same_state(&loaded, &direct);
    state_free(&loaded);
    state_free(&direct);
    states_free(&states);
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(allocations_commute),
        cmocka_unit_test(canonical_heaps_commute_too),
        cmocka_unit_test(forks_commute),
        cmocka_unit_test(numbered_threads_follow_the_order_of_creation),
        cmocka_unit_test(every_combination_of_choices_is_an_outcome),
        cmocka_unit_test(a_choice_can_be_a_state),
        cmocka_unit_test(touches_are_recorded),
        cmocka_unit_test(a_step_leaves_no_trace_in_the_loaded_store),
        cmocka_unit_test(states_are_found_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
