/* test_check.c -- replay accepts exactly the runs that go wrong as promised. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <unistd.h>

#include "check/replay.h"
#include "report/report.h"

/* Line 8 fails if the first thread chooses 1 after the second has written. */
static const char *const choosing = "global g: s32\n"
                                    "proc first() {\n"
                                    "    reg %c: s32, %g: s32, %ok: u1\n"
                                    "    point\n"
                                    "    %c = choose s32 0, 1\n"
                                    "    %g = load s32 [@g]\n"
                                    "    %ok = ne s32 %c, %g\n"
                                    "    assert %ok, \"both\"\n"
                                    "    return\n"
                                    "}\n"
                                    "proc second() {\n"
                                    "    point\n"
                                    "    store s32 [@g], 1\n"
                                    "    return\n"
                                    "}\n"
                                    "thread first\n"
                                    "thread second\n";

/* Each thread waits for the other's end. */
static const char *const waiting = "global t: tid\n"
                                   "proc child() {\n"
                                   "    reg %t: tid\n"
                                   "  b0: point\n"
                                   "    %t = load tid [@t]\n"
                                   "    join %t head b0\n"
                                   "    return\n"
                                   "}\n"
                                   "proc parent() {\n"
                                   "    reg %t: tid\n"
                                   "    point\n"
                                   "    self %t\n"
                                   "    store tid [@t], %t\n"
                                   "    %t = fork child()\n"
                                   "  b0: point\n"
                                   "    join %t head b0\n"
                                   "    return\n"
                                   "}\n"
                                   "thread parent\n";

typedef struct Fixture {
    Sources sources;
    Diag diag;
    Program *program;
    Options options;
    Job job;
    Bug bug;
    char why[200];
} Fixture;

static void begin(Fixture *f, const char *text)
{
    *f = (Fixture){.options = option_defaults()};
    f->diag.sources = &f->sources;
    int file = source_add(&f->sources, "test.ir", text, strlen(text));
    f->program = ir_parse(&f->sources, file, &f->diag);
    diag_print(&f->diag, stderr);
    assert_non_null(f->program);
    uint32_t pc;
    if (!ir_verify(f->program, f->why, sizeof f->why, &pc))
        fail_msg("%s", f->why);
    f->job.program = f->program;
    f->job.sources = &f->sources;
    f->job.options = &f->options;
    f->job.engine = "test";
}

/* A step of a thread; choice < 0: it chooses nothing. */
static void add_step(Fixture *f, const char *thread, int choice)
{
    TraceStep step = {.thread = thread};
    if (choice >= 0)
        vec_push(&step.choices, (uint32_t)choice);
    vec_push(&f->bug.steps, step);
}

static bool replay(Fixture *f)
{
    f->why[0] = 0;
    return check_replay(&f->job, &f->bug, f->why, sizeof f->why);
}

static void expect_refusal(Fixture *f, const char *part)
{
    assert_false(replay(f));
    if (!strstr(f->why, part))
        fail_msg("'%s' does not say '%s'", f->why, part);
}

static void end(Fixture *f)
{
    bug_free(&f->bug);
    job_free(&f->job);
    program_free(f->program);
    diag_free(&f->diag);
    source_free(&f->sources);
}

static void a_true_run_is_described(void **state)
{
    (void)state;
    Fixture f;
    begin(&f, choosing);
    f.bug.error = ERR_ASSERTION;
    add_step(&f, "1", -1);
    add_step(&f, "0", 1);
    assert_true(replay(&f));
    assert_int_equal(f.bug.where.line, 8);
    assert_string_equal(f.bug.proc, "first");
    assert_non_null(strstr(f.bug.message, "both"));
    const TraceStep *steps = f.bug.steps.at;
    assert_string_equal(steps[0].entry, "second");
    assert_string_equal(steps[1].entry, "first");
    assert_int_equal(steps[0].pos.line, 12);
    assert_int_equal(steps[0].context, 1);
    assert_int_equal(steps[1].context, 2);
    assert_int_equal(steps[0].values.len, 1);
    assert_string_equal(steps[0].values.at[0].value, "1");
    assert_true(replay(&f)); /* the place is known now, and is found again */
    end(&f);
}

static void a_false_run_is_refused(void **state)
{
    (void)state;
    Fixture f;
    begin(&f, choosing);
    f.bug.error = ERR_ASSERTION;
    expect_refusal(&f, "the run ends without 'assert'");
    add_step(&f, "1", -1);
    add_step(&f, "0", 0);
    expect_refusal(&f, "the run ends without 'assert'");
    f.bug.steps.at[1].choices.at[0] = 2;
    expect_refusal(&f, "step 2: thread 0 cannot make these choices");
    f.bug.steps.at[1].choices.at[0] = 1;
    f.bug.where = (Pos){7, 5, 0};
    expect_refusal(&f, "line 8 where line 7 was promised");
    f.bug.where = (Pos){0};
    f.bug.error = ERR_DIVISION;
    expect_refusal(&f, "gives 'assert' where 'division' was promised");
    f.bug.error = ERR_ASSERTION;
    add_step(&f, "0", 1);
    expect_refusal(&f, "step 2 of 3 goes wrong already");
    end(&f);
}

static void a_thread_that_cannot_run_is_refused(void **state)
{
    (void)state;
    Fixture f;
    begin(&f, choosing);
    f.bug.error = ERR_ASSERTION;
    add_step(&f, "7", -1);
    expect_refusal(&f, "step 1: there is no thread 7");
    f.bug.steps.at[0].thread = "1";
    add_step(&f, "1", -1);
    expect_refusal(&f, "step 2: thread 1 has ended");
    end(&f);
}

static void a_deadlock_shows_who_waits(void **state)
{
    (void)state;
    Fixture f;
    begin(&f, waiting);
    f.bug.error = ERR_DEADLOCK;
    expect_refusal(&f, "no deadlock: thread 0 can still run");
    add_step(&f, "0", -1);
    assert_true(replay(&f));
    assert_int_equal(f.bug.waiters.len, 2);
    assert_string_equal(f.bug.waiters.at[0].entry, "parent");
    assert_string_equal(f.bug.waiters.at[1].entry, "child");
    assert_int_equal(f.bug.waiters.at[1].pos.line, 4);
    assert_int_equal(f.bug.where.line, f.bug.waiters.at[0].pos.line);
    f.bug.where = f.bug.waiters.at[1].pos;
    assert_true(replay(&f));
    assert_int_equal(f.bug.waiters.len, 2);
    f.bug.where.line = 99;
    expect_refusal(&f, "no thread waits at line 99");
    f.bug.where.line = 0;
    add_step(&f, "0", -1);
    expect_refusal(&f, "step 2: thread 0 has to wait");
    end(&f);
}

static void only_the_last_value_of_an_action_counts(void **state)
{
    (void)state;
    Fixture f;
    begin(&f, "global g: s32\n"
              "global h: s32\n"
              "proc p() {\n"
              "    point\n"
              "    store s32 [@g], 1\n"
              "    store s32 [@h], 3\n"
              "    store s32 [@g], 2\n"
              "    assert false, \"end\"\n"
              "    return\n"
              "}\n"
              "thread p\n");
    f.bug.error = ERR_ASSERTION;
    add_step(&f, "0", -1);
    assert_true(replay(&f));
    const TraceStep *step = &f.bug.steps.at[0];
    assert_int_equal(step->values.len, 2);
    assert_string_equal(step->values.at[0].value, "2");
    assert_string_equal(step->values.at[1].value, "3");
    end(&f);
}

static void a_saved_trace_is_read_back(void **state)
{
    (void)state;
    Fixture f;
    begin(&f, choosing);
    f.bug.error = ERR_ASSERTION;
    add_step(&f, "1", -1);
    add_step(&f, "0", 1);
    assert_true(replay(&f));
    f.options.define = "A;B";
    f.options.zing_counting = true;
    char path[] = "/tmp/heddle-test-XXXXXX";
    close(mkstemp(path));
    vec_push(&f.job.bugs, f.bug);
    assert_true(report_trace(&f.job, path));
    f.job.bugs.len = 0;
    SavedTrace saved = {0};
    assert_true(check_load_trace(path, &saved, f.why, sizeof f.why));
    assert_int_equal(saved.bug.error, ERR_ASSERTION);
    assert_int_equal(saved.bug.steps.len, 2);
    assert_string_equal(saved.bug.steps.at[1].thread, "0");
    assert_int_equal(saved.bug.steps.at[1].choices.len, 1);
    assert_int_equal(saved.bug.steps.at[1].choices.at[0], 1);
    assert_true(saved.zing_counting);
    assert_false(saved.cooperative);
    assert_string_equal(saved.define, "A;B");
    check_free_trace(&saved);
    unlink(path);
    end(&f);
}

static void a_wrong_trace_file_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",
        "[]",
        "{}",
        "{\"heddle_trace\": 1}",
        "{\"heddle_trace\": 99, \"error\": \"assert\", \"steps\": []}",
        "{\"heddle_trace\": 1, \"error\": \"nonsense\", \"steps\": []}",
        "{\"heddle_trace\": 1, \"error\": \"assert\", \"steps\": [1]}",
        "{\"heddle_trace\": 1, \"error\": \"assert\", \"steps\": [{\"thread\": \"0\"}]}",
        ("{\"heddle_trace\": 1, \"error\": \"assert\", \"steps\": "
         "[{\"thread\": \"0\", \"choices\": [-1]}]}"),
    };
    char path[] = "/tmp/heddle-test-XXXXXX", why[200];
    close(mkstemp(path));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        FILE *out = fopen(path, "w");
        fputs(texts[i], out);
        fclose(out);
        SavedTrace saved = {0};
        assert_false(check_load_trace(path, &saved, why, sizeof why));
        check_free_trace(&saved);
    }
    unlink(path);
}

/* What a trace shows for the statement at a place in a line. */
static void expect_statement(const char *line, uint16_t column, const char *statement)
{
    Sources sources = {0};
    Arena arena = {0};
    source_add(&sources, "x", line, strlen(line));
    assert_string_equal(report_statement(&sources, (Pos){1, column, 0}, &arena), statement);
    arena_free(&arena);
    source_free(&sources);
}

static void statements_are_cut_out_of_lines(void **state)
{
    (void)state;
    expect_statement("  x = 1; y = 2; }", 3, "x = 1;");
    expect_statement("  x = 1; y = 2; }", 10, "y = 2;");
    expect_statement("  x = 1 }", 3, "x = 1");
    expect_statement("\tx   =\t1;   // why", 2, "x = 1;");
    expect_statement("while (a[1] > 2) {  /* why */\n  x = 1;", 1, "while (a[1] > 2) {");
    expect_statement("atomic { x = 1; y = 2; } z = 3;", 1, "atomic { x = 1; y = 2; }");
    expect_statement("}", 1, "}");
    expect_statement("assert(x, \"; // }\"); y = 1;", 1, "assert(x, \"; // }\");");
    expect_statement("x\x01 = 1", 1, "x? = 1");
    expect_statement("  x = a[1] + 2; y = 1;", 12, "x = a[1] + 2;");
    expect_statement("x = 1; assert(a == b);", 17, "assert(a == b);");
    expect_statement("if (c) x = 1; else y = 2;", 8, "x = 1;");
    expect_statement("if (c) x = 1; else y = 2;", 20, "y = 2;");
    expect_statement("    atomic void f() {", 17, "atomic void f() {");
    expect_statement("x", 9, "x");
    expect_statement("", 1, "");
}

/* What bound would have called safe. */
static void expect_closed(const char *text, uint32_t properties, ClosedCheck check,
                          const char *part)
{
    Fixture f;
    begin(&f, text);
    f.job.properties = properties;
    assert_int_equal(check_closed(&f.job, f.why, sizeof f.why), check);
    if (part && !strstr(f.why, part))
        fail_msg("'%s' is not in: %s", part, f.why);
    end(&f);
}

static void a_closed_set_is_reached_again(void **state)
{
    (void)state;
    uint32_t all = PROPERTY_ASSERT | PROPERTY_DEADLOCK;
    expect_closed(choosing, all, CLOSED_FAILS, "goes wrong");
    expect_closed(choosing, PROPERTY_DEADLOCK, CLOSED_HOLDS, NULL);
    expect_closed(waiting, all, CLOSED_FAILS, "deadlock");
    expect_closed(waiting, PROPERTY_ASSERT, CLOSED_HOLDS, NULL);
    expect_closed("global n: s64\n"
                  "proc count() {\n"
                  "    reg %n: s64\n"
                  "  b0: point\n"
                  "    %n = load s64 [@n]\n"
                  "    %n = add s64 %n, 1\n"
                  "    store s64 [@n], %n\n"
                  "    jump b0\n"
                  "}\n"
                  "thread count\n",
                  all, CLOSED_TOO_LARGE, NULL);
}

/* A thread that calls itself again and again, or returns; what is behind the call comes with it. */
static void stacks_without_a_bound_are_cut(void **state)
{
    (void)state;
    static const char *const deep = "global n: s32\n"
                                    "proc deep() {\n"
                                    "    reg %c: u1, %n: s32, %ok: u1\n"
                                    "    point\n"
                                    "    %c = choose u1 0, 1\n"
                                    "    branch %c, b0, b1\n"
                                    "  b0: point\n"
                                    "    call deep()\n"
                                    "    point\n"
                                    "    %n = load s32 [@n]\n"
                                    "    %ok = eq s32 %n, 0\n"
                                    "    assert %ok, \"still\"\n"
                                    "  b1: point\n"
                                    "    return\n"
                                    "}\n"
                                    "proc main() {\n"
                                    "    point\n"
                                    "    call deep()\n"
                                    "    point\n"
                                    "    store s32 [@n], 1\n"
                                    "    return\n"
                                    "}\n"
                                    "thread main\n";
    uint32_t all = PROPERTY_ASSERT | PROPERTY_DEADLOCK;
    expect_closed(deep, all, CLOSED_HOLDS, NULL);
    char two[1200];
    snprintf(two, sizeof two, "%sthread main\n", deep);
    expect_closed(two, all, CLOSED_FAILS, "goes wrong");
    expect_closed(two, PROPERTY_DEADLOCK, CLOSED_HOLDS, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_true_run_is_described),
        cmocka_unit_test(a_false_run_is_refused),
        cmocka_unit_test(a_thread_that_cannot_run_is_refused),
        cmocka_unit_test(a_deadlock_shows_who_waits),
        cmocka_unit_test(only_the_last_value_of_an_action_counts),
        cmocka_unit_test(a_saved_trace_is_read_back),
        cmocka_unit_test(a_wrong_trace_file_is_refused),
        cmocka_unit_test(statements_are_cut_out_of_lines),
        cmocka_unit_test(a_closed_set_is_reached_again),
        cmocka_unit_test(stacks_without_a_bound_are_cut),
    };
    return cmocka_run_group_tests_name("check", tests, NULL, NULL);
}
