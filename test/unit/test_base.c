/* test_base.c -- vectors, arenas, sources and messages, options, budgets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/budget.h"
#include "base/memory.h"
#include "base/option.h"
#include "base/signatures.h"
#include "base/source.h"
#include "base/vec.h"

static void vec_grows_and_shrinks(void **state)
{
    (void)state;
    VEC(int) v = {0};
    for (int i = 0; i < 1000; i++)
        vec_push(&v, i * i);
    assert_int_equal(v.len, 1000);
    assert_true(v.cap >= v.len);
    assert_int_equal(vec_last(&v), 999 * 999);
    assert_int_equal(vec_pop(&v), 999 * 999);
    int sum = 0;
    vec_each (int, p, &v)
        sum += *p == (p - v.at) * (p - v.at);
    assert_int_equal(sum, 999);
    vec_free(&v);
    assert_null(v.at);
    assert_int_equal(v.len + v.cap, 0);
}

static void vec_resize_zeroes_what_is_new(void **state)
{
    (void)state;
    VEC(uint32_t) v = {0};
    vec_resize(&v, 3);
    v.at[2] = 7;
    vec_resize(&v, 2);
    vec_resize(&v, 100);
    vec_each (uint32_t, p, &v)
        assert_int_equal(*p, 0);
    vec_free(&v);
}

static void vec_each_of_nothing(void **state)
{
    (void)state;
    VEC(int) v = {0};
    vec_each (int, p, &v)
        fail_msg("an element of the empty vector at %p", (void *)p);
    vec_free(&v);
}

static void arena_is_zeroed_and_aligned(void **state)
{
    (void)state;
    Arena arena = {0};
    for (size_t bytes = 0; bytes < 3000; bytes += 7) {
        char *at = arena_alloc(&arena, bytes);
        assert_int_equal((uintptr_t)at % 8, 0);
        for (size_t i = 0; i < bytes; i++)
            assert_int_equal(at[i], 0);
        memset(at, 0xff, bytes);
    }
    arena_free(&arena);
    assert_null(arena.chunk);
}

static void arena_keeps_texts(void **state)
{
    (void)state;
    Arena arena = {0};
    const char *first = arena_copy(&arena, "thread and needle", 6);
    const char *texts[200];
    for (int i = 0; i < 200; i++)
        texts[i] = arena_print(&arena, "%d of %s", i, first);
    assert_string_equal(first, "thread");
    assert_string_equal(texts[0], "0 of thread");
    assert_string_equal(texts[199], "199 of thread");
    arena_free(&arena);
}

/* What diag_print prints, for the caller to free. */
static char *printed(const Diag *diag)
{
    char *text = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);
    diag_print(diag, out);
    fclose(out);
    return text;
}

static void messages_are_sorted_and_show_the_line(void **state)
{
    (void)state;
    Sources sources = {0};
    const char *text = "one\n\ttwo three\nfour";
    int file = source_add(&sources, "x.zing", text, strlen(text));
    assert_int_equal(file, 0);
    Diag diag = {.sources = &sources};
    diag_error(&diag, (Pos){3, 2, 0}, "second %d", 2);
    diag_warn(&diag, (Pos){2, 6, 0}, "first");
    assert_int_equal(diag.errors, 1);
    char *out = printed(&diag);
    assert_string_equal(out, "x.zing:2:6: warning: first\n"
                             "    \ttwo three\n"
                             "    \t    ^\n"
                             "x.zing:3:2: error: second 2\n"
                             "    four\n"
                             "     ^\n");
    free(out);
    diag_free(&diag);
    source_free(&sources);
}

static void messages_without_a_place(void **state)
{
    (void)state;
    Sources sources = {0};
    Diag diag = {.sources = &sources};
    diag_error(&diag, (Pos){0}, "nothing to do");
    diag_error(&diag, (Pos){5, 1, 9}, "no such file");
    char *out = printed(&diag);
    assert_string_equal(out, "heddle: error: nothing to do\nheddle: error: no such file\n");
    free(out);
    diag_free(&diag);
    source_free(&sources);
}

static void message_behind_the_end_of_the_text(void **state)
{
    (void)state;
    Sources sources = {0};
    source_add(&sources, "x", "a\n", 2);
    Diag diag = {.sources = &sources};
    diag_error(&diag, (Pos){9, 9, 0}, "late");
    char *out = printed(&diag);
    assert_string_equal(out, "x:9:9: error: late\n    \n    ^\n");
    free(out);
    diag_free(&diag);
    source_free(&sources);
}

static void labels_of_statements(void **unused)
{
    (void)unused;
    Sources sources = {0};
    Arena arena = {0};
    const char text[] = "{ L1: x = 0;\nL2:\n  y = c ? a : b;\nswitch (x) { case RED: z = 1; }";
    int file = source_add(&sources, "x.zing", text, strlen(text));
    uint16_t f = (uint16_t)file;
    assert_string_equal(source_label(&sources, (Pos){1, 7, f}, &arena), "L1");
    assert_string_equal(source_label(&sources, (Pos){3, 3, f}, &arena), "L2");
    assert_null(source_label(&sources, (Pos){3, 15, f}, &arena));
    assert_null(source_label(&sources, (Pos){4, 24, f}, &arena));
    assert_null(source_label(&sources, (Pos){4, 1, f}, &arena));
    assert_null(source_label(&sources, (Pos){0}, &arena));
    arena_free(&arena);
    source_free(&sources);
}

static void source_of_a_missing_file(void **state)
{
    (void)state;
    Sources sources = {0};
    const char *why = NULL;
    assert_int_equal(source_read(&sources, "no/such/file", &why), -1);
    assert_non_null(why);
    assert_int_equal(source_read(&sources, "src", &why), -1);
    source_free(&sources);
}

static void source_with_nul_bytes(void **state)
{
    (void)state;
    Sources sources = {0};
    int file = source_add(&sources, "x", "a\0b", 3);
    assert_int_equal(sources.files.at[file].len, 3);
    assert_memory_equal(sources.files.at[file].text, "a\0b", 4);
    source_free(&sources);
}

static void options_have_defaults(void **state)
{
    (void)state;
    Options options = option_defaults();
    assert_false(options.json);
    assert_int_equal(options.time_limit, 0);
    assert_string_equal(options.engine, "auto");
    assert_string_equal(options.property, "all");
}

static void options_are_parsed(void **state)
{
    (void)state;
    Options options = option_defaults();
    char why[200];
    assert_null(option_parse(&options, "--json", why, sizeof why));
    assert_null(option_parse(&options, "--time-limit=60", why, sizeof why));
    assert_null(option_parse(&options, "--trace=a=b", why, sizeof why));
    assert_null(option_parse(&options, "--define=", why, sizeof why));
    assert_true(options.json);
    assert_int_equal(options.time_limit, 60);
    assert_string_equal(options.trace, "a=b");
    assert_string_equal(options.define, "");
}

static void expect_refusal(const char *argument, const char *sentence)
{
    Options options = option_defaults(), before = options;
    char why[200];
    assert_ptr_equal(option_parse(&options, argument, why, sizeof why), why);
    assert_string_equal(why, sentence);
    assert_memory_equal(&options, &before, sizeof options);
}

static void wrong_options_are_refused(void **state)
{
    (void)state;
    expect_refusal("--jsn", "unknown option --jsn; did you mean --json?");
    expect_refusal("--propertys=x", "unknown option --propertys; did you mean --property?");
    expect_refusal("--memory_limit=5",
                   "unknown option --memory_limit; did you mean --memory-limit?");
    expect_refusal("--wallpaper", "unknown option --wallpaper; heddle --help lists all");
    expect_refusal("-x", "unknown option -x; options begin with two hyphens");
    expect_refusal("--json=1", "--json takes no value");
    expect_refusal("--time-limit", "--time-limit needs a value: --time-limit=S");
    expect_refusal("--time-limit=", "--time-limit needs a whole number, not ''");
    expect_refusal("--time-limit=1h", "--time-limit needs a whole number, not '1h'");
    expect_refusal("--time-limit= 1", "--time-limit needs a whole number, not ' 1'");
    expect_refusal("--time-limit=-1", "--time-limit=-1 is out of range: it can be 0 to 1073741824");
    expect_refusal("--time-limit=99999999999999999999",
                   "--time-limit=99999999999999999999 is out of range: it can be 0 to 1073741824");
}

static void long_names_do_no_harm(void **state)
{
    (void)state;
    Options options = option_defaults();
    char argument[5000], why[50];
    memset(argument, 'x', sizeof argument);
    memcpy(argument, "--", 2);
    argument[sizeof argument - 1] = 0;
    assert_non_null(option_parse(&options, argument, why, sizeof why));
    assert_int_equal(strlen(why), sizeof why - 1);
}

static void help_lists_the_options_in_order(void **state)
{
    (void)state;
    char *text = NULL, last[100] = "";
    size_t len = 0, lines = 0;
    FILE *out = open_memstream(&text, &len);
    option_help(out);
    fclose(out);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"), lines++) {
        char name[100];
        assert_int_equal(sscanf(line, " --%99[a-z-]", name), 1);
        assert_true(strcmp(last, name) < 0);
        strcpy(last, name);
    }
    assert_true(lines >= 10);
    free(text);
}

static void budget_without_limits(void **state)
{
    (void)state;
    Budget budget;
    budget_begin(&budget, 0, 0, false);
    assert_false(budget_exhausted(&budget));
    assert_null(budget.reason);
    assert_true(budget_elapsed(&budget) >= 0);
    assert_false(budget_progress_due(&budget));
    budget_show_progress(&budget, &(Headway){.unit = "not shown"});
    budget_clear_line(&budget);
}

static void budget_of_time(void **state)
{
    (void)state;
    Budget budget;
    budget_begin(&budget, 10, 0, false);
    assert_false(budget_exhausted(&budget));
    budget.start -= 11;
    assert_true(budget_exhausted(&budget));
    assert_non_null(strstr(budget.reason, "time limit"));
}

static void budget_of_memory(void **state)
{
    (void)state;
    Budget budget;
    budget_begin(&budget, 0, 1, false);
    assert_true(budget_exhausted(&budget));
    assert_non_null(strstr(budget.reason, "memory limit"));
    assert_true(memory_peak_kb() > 0);
}

static void budget_after_an_interrupt(void **state)
{
    (void)state;
    Budget budget;
    budget_begin(&budget, 0, 0, false);
    budget_catch_signals();
    raise(SIGINT);
    assert_true(budget_exhausted(&budget));
    assert_string_equal(budget.reason, "interrupted");
}

typedef struct Count {
    Budget budget;
    uint64_t reached;
} Count;

static void count_up(void *of)
{
    Count *count = of;
    do
        count->reached++;
    while (!budget_spend(&count->budget, 10));
}

/* As an engine does that asks another one: with a budget of its own, which is a copy. */
static void count_up_by_copy(void *of)
{
    Count *count = of;
    Budget copy = count->budget;
    do
        count->reached++;
    while (!budget_spend(&copy, 10));
}

static void copies_of_a_budget_have_its_turns(void **state)
{
    (void)state;
    Count a = {0};
    a.budget.worker = worker_new(count_up_by_copy, &a);
    for (uint64_t turn = 1; turn <= 3; turn++) {
        assert_false(worker_go(a.budget.worker, turn * 100));
        assert_int_equal(a.reached, turn * 10);
    }
    worker_free(a.budget.worker);
}

static void workers_go_on_where_they_stopped(void **state)
{
    (void)state;
    Count a = {0}, b = {0};
    a.budget.worker = worker_new(count_up, &a);
    b.budget.worker = worker_new(count_up, &b);
    for (uint64_t turn = 1; turn <= 3; turn++) {
        assert_false(worker_go(a.budget.worker, turn * 100));
        assert_int_equal(a.reached, turn * 10);
        assert_false(worker_go(b.budget.worker, turn * 1000));
        assert_int_equal(b.reached, turn * 100);
        assert_null(b.budget.reason);
    }
    b.budget.reason = "it must end";
    assert_true(worker_go(b.budget.worker, 0));
    assert_int_equal(b.reached, 300);
    assert_true(worker_go(b.budget.worker, 0));
    worker_free(b.budget.worker);
    assert_null(a.budget.reason);
    worker_free(a.budget.worker); /* in the middle of its work */
    assert_int_equal(a.reached, 30);
    assert_non_null(a.budget.reason);
    worker_free(worker_new(count_up, &a)); /* that had no turn */
    assert_int_equal(a.reached, 30);
}

static void arenas_join(void **state)
{
    (void)state;
    Arena a = {0}, b = {0};
    char *text = arena_copy(&b, "of b", 4);
    arena_join(&a, &b);
    assert_null(b.chunk);
    assert_string_equal(text, "of b");
    char *big = arena_alloc(&a, ARENA_CHUNK * 2), *other = arena_copy(&b, "later", 5);
    big[0] = 1;
    arena_join(&a, &b);
    assert_string_equal(arena_copy(&a, "more", 4), "more");
    assert_string_equal(text, "of b");
    assert_string_equal(other, "later");
    arena_free(&a);
}

/* As good as chance: SplitMix64. */
static uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static uint64_t count_signatures(unsigned bits, uint64_t things)
{
    Signatures set;
    signatures_begin(&set, bits);
    for (uint64_t k = 0; k < things; k++) {
        Signature of = {mix(2 * k), mix(2 * k + 1)};
        uint64_t before = set.count;
        bool is_new = signatures_add(&set, of);
        assert_int_equal(set.count, before + is_new);
        assert_false(signatures_add(&set, of));
    }
    signatures_check(&set);
    uint64_t count = set.count;
    signatures_free(&set);
    return count;
}

/* Of n things with 2^b signatures 2^b * (1 - (1 - 2^-b)^n) stay apart on average: for 20,000 and 8, 16, 20, 24 bits
 * that is 256, 17,236, 19,811 and 19,988. */
static void signatures_confuse_some(void **state)
{
    (void)state;
    enum { THINGS = 20000 };
    assert_int_equal(count_signatures(8, THINGS), 256);
    assert_in_range(count_signatures(16, THINGS), 17000, 17500);
    assert_in_range(count_signatures(20, THINGS), 19770, 19850);
    assert_in_range(count_signatures(24, THINGS), 19970, 19998);
    for (unsigned bits = 48; bits <= 80; bits++)
        assert_int_equal(count_signatures(bits, THINGS / 20), THINGS / 20);
}

static void signatures_differ_in_their_last_bit(void **state)
{
    (void)state;
    for (unsigned bits = 8; bits <= 80; bits++) {
        Signatures set;
        Signature one = {bits < 64 ? (uint64_t)1 << (64 - bits) : bits == 64,
                         bits > 64 ? (uint64_t)1 << (128 - bits) : 0};
        Signature below = {bits < 64 ? one.high / 2 : 0,
                           bits < 64 ? 0 : UINT64_MAX >> (bits - 64) >> 1};
        signatures_begin(&set, bits);
        assert_true(signatures_add(&set, (Signature){0, 0}));
        assert_true(signatures_add(&set, one));
        assert_false(signatures_add(&set, below));
        signatures_free(&set);
    }
}

/* The birthday of 23 people: one in two.  The sum of the pairs is above the probability, and close where it is small. */
static void signatures_say_how_probable_that_is(void **state)
{
    (void)state;
    assert_true(signatures_confuse(1000000, 8) == 1);
    for (unsigned bits = 10; bits <= 30; bits++)
        for (uint64_t n = 2; n < 2000; n *= 3) {
            double apart = 1;
            for (uint64_t k = 1; k < n && apart > 0; k++)
                apart *= 1 - (double)k / (double)((uint64_t)1 << bits);
            assert_true(signatures_confuse(n, bits) >= 1 - apart);
            assert_true(apart < 0.99 || signatures_confuse(n, bits) < 4 * (1 - apart));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vec_grows_and_shrinks),
        cmocka_unit_test(vec_resize_zeroes_what_is_new),
        cmocka_unit_test(vec_each_of_nothing),
        cmocka_unit_test(arena_is_zeroed_and_aligned),
        cmocka_unit_test(arena_keeps_texts),
        cmocka_unit_test(messages_are_sorted_and_show_the_line),
        cmocka_unit_test(messages_without_a_place),
        cmocka_unit_test(message_behind_the_end_of_the_text),
        cmocka_unit_test(labels_of_statements),
        cmocka_unit_test(source_of_a_missing_file),
        cmocka_unit_test(source_with_nul_bytes),
        cmocka_unit_test(options_have_defaults),
        cmocka_unit_test(options_are_parsed),
        cmocka_unit_test(wrong_options_are_refused),
        cmocka_unit_test(long_names_do_no_harm),
        cmocka_unit_test(help_lists_the_options_in_order),
        cmocka_unit_test(workers_go_on_where_they_stopped),
        cmocka_unit_test(copies_of_a_budget_have_its_turns),
        cmocka_unit_test(arenas_join),
        cmocka_unit_test(signatures_confuse_some),
        cmocka_unit_test(signatures_differ_in_their_last_bit),
        cmocka_unit_test(signatures_say_how_probable_that_is),
        cmocka_unit_test(budget_without_limits),
        cmocka_unit_test(budget_of_time),
        cmocka_unit_test(budget_of_memory),
        cmocka_unit_test(budget_after_an_interrupt), /* last: the interrupt stays */
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
