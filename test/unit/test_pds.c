/* test_pds.c -- languages, post*, pre*, and the bound engine on rules that are made as they are
 * asked for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/bound/model.h"
#include "pds/saturate.h"

#define WORD(...) ((uint32_t[]){__VA_ARGS__}), sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t)

/* ---- languages ---- */

static void equal_languages_have_equal_numbers(void **unused)
{
    (void)unused;
    Langs langs = {0};
    LangId a = language_of_word(&langs, WORD(1, 2)), b = language_of_word(&langs, WORD(1, 3));
    LangId c = language_of_word(&langs, WORD(4, 3)), empty = language_of_word(&langs, NULL, 0);
    LangId left = language_union(&langs, language_union(&langs, a, b), c);
    LangId right = language_union(&langs, c, language_union(&langs, b, a));
    assert_int_equal(left, right);
    assert_int_not_equal(a, b);
    assert_int_not_equal(empty, LANG_EMPTY);
    assert_int_equal(language_union(&langs, LANG_EMPTY, a), a);
    assert_true(language_has(&langs, left, WORD(4, 3)));
    assert_false(language_has(&langs, left, WORD(4, 2)));
    assert_false(language_has(&langs, left, WORD(1)));
    assert_true(language_has_empty(&langs, empty));
    assert_false(language_has_empty(&langs, left));
    assert_false(language_has_empty(&langs, LANG_EMPTY));
    langs_free(&langs);
}

static void inclusion(void **unused)
{
    (void)unused;
    Langs langs = {0};
    LangId a = language_of_word(&langs, WORD(1, 2)), b = language_of_word(&langs, WORD(1, 3));
    LangId both = language_union(&langs, a, b);
    assert_true(language_includes(&langs, both, a));
    assert_false(language_includes(&langs, a, both));
    assert_true(language_includes(&langs, a, LANG_EMPTY));
    assert_false(language_includes(&langs, LANG_EMPTY, a));
    assert_true(language_includes(&langs, both, a)); /* remembered */
    langs_free(&langs);
}

/* 1* 2: a loop, made in two different ways. */
static LangId loop_language(Langs *langs, uint32_t unrolled)
{
    Automaton automaton = {0};
    LangId lang;
    automaton_add_states(&automaton, unrolled + 2);
    for (uint32_t s = 0; s <= unrolled; s++) {
        Edge on = {s, 1, s < unrolled ? s + 1 : s}, out = {s, 2, unrolled + 1};
        vec_push(&automaton.edges, on);
        vec_push(&automaton.edges, out);
    }
    automaton.accepts.at[unrolled + 1] = 1;
    vec_push(&automaton.roots, 0);
    automaton_languages(&automaton, langs, &lang);
    automaton_free(&automaton);
    return lang;
}

static void loops_are_minimised(void **unused)
{
    (void)unused;
    Langs langs = {0};
    PdsWord word = {0};
    LangId loop = loop_language(&langs, 0);
    assert_int_equal(loop_language(&langs, 5), loop);
    assert_int_equal(language_get(&langs, loop).states, 2);
    assert_false(language_is_finite(&langs, loop));
    assert_true(language_is_finite(&langs, language_of_word(&langs, WORD(1, 1, 2))));
    assert_true(language_includes(&langs, loop, language_of_word(&langs, WORD(1, 1, 2))));
    assert_true(language_shortest(&langs, loop, PDS_NONE, &word));
    assert_int_equal(word.len, 1);
    assert_true(language_shortest(&langs, loop, 1, &word));
    assert_int_equal(word.len, 2);
    assert_int_equal(word.at[0], 1);
    assert_int_equal(word.at[1], 2);
    assert_false(language_shortest(&langs, loop, 3, &word));
    vec_free(&word);
    langs_free(&langs);
}

/* ---- post* and pre* ---- */

/* Schwoon's thesis, section 3.1: p0 = 0, p1 = 1, p2 = 2; symbols 0, 1, 2. */
static const FullRule thesis[] = {
    {0, 0, {PDS_PUSH, 1, 1, 0, 0}},
    {1, 1, {PDS_PUSH, 2, 2, 0, 1}},
    {2, 2, {PDS_STEP, 0, 1, PDS_NONE, 2}},
    {0, 1, {PDS_POP, 0, PDS_NONE, PDS_NONE, 3}},
};
enum { THESIS = sizeof thesis / sizeof *thesis };

static void thesis_rules(void *context, uint32_t p, uint32_t a, PdsRules *out)
{
    (void)context;
    for (size_t i = 0; i < THESIS; i++)
        if (thesis[i].from == p && thesis[i].symbol == a)
            vec_push(out, thesis[i].right);
}

static bool has_config(Langs *langs, const ConfigSet *set, uint32_t p, const uint32_t *word,
                       size_t len)
{
    vec_each (const Configs, configs, set)
        if (configs->state == p)
            return language_has(langs, configs->stacks, word, len);
    return false;
}

static void post_star_of_the_thesis(void **unused)
{
    (void)unused;
    Langs langs = {0};
    Saturation x = {0};
    ConfigSet after = {0};
    Configs start = {0, language_of_word(&langs, WORD(0, 0))};
    post_star(&x, &langs, (PdsSource){NULL, thesis_rules, NULL}, start, &after);
    assert_int_equal(after.len, 3);
    /* <0, 00> -> <1, 100> -> <2, 2000> -> <0, 1000> -> <0, 000> ... */
    assert_true(has_config(&langs, &after, 0, WORD(0, 0)));
    assert_true(has_config(&langs, &after, 1, WORD(1, 0, 0)));
    assert_true(has_config(&langs, &after, 2, WORD(2, 0, 0, 0)));
    assert_true(has_config(&langs, &after, 0, WORD(1, 0, 0, 0)));
    assert_true(has_config(&langs, &after, 0, WORD(0, 0, 0, 0, 0, 0, 0)));
    assert_false(has_config(&langs, &after, 0, WORD(0)));
    assert_false(has_config(&langs, &after, 1, WORD(1, 0)));
    assert_false(has_config(&langs, &after, 0, WORD(1, 0, 0)));
    Head heads[] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}};
    assert_false(post_is_finite(&x, &langs, (PdsSource){NULL, thesis_rules, NULL}, heads, 4));
    vec_free(&after);
    saturation_free(&x);
    langs_free(&langs);
}

static void pre_star_of_the_thesis(void **unused)
{
    (void)unused;
    Langs langs = {0};
    ConfigSet before = {0};
    Configs target = {0, language_of_word(&langs, WORD(0, 0))};
    pre_star(&langs, thesis, THESIS, &target, 1, &before);
    assert_true(has_config(&langs, &before, 0, WORD(0, 0)));
    assert_true(has_config(&langs, &before, 0, WORD(1, 0, 0)));
    assert_true(has_config(&langs, &before, 2, WORD(2, 0, 0)));
    assert_true(has_config(&langs, &before, 0, WORD(1, 1, 0, 0)));
    assert_true(has_config(&langs, &before, 1, WORD(1, 0)));
    assert_false(has_config(&langs, &before, 0, WORD(0, 0, 0)));
    vec_free(&before);
    langs_free(&langs);
}

/* ---- rules on demand ---- */

enum { FAR = 100000, SPREAD = 40503 };

typedef struct Lazy {
    uint64_t asked;
    Budget *budget;
} Lazy;

/* Thread 0 counts the shared state up, which is spread over all numbers, as often as it likes, with
 * its calls on the stack; thread 1 takes over where the count is FAR, and then it is wrong. */
static void lazy_rules(void *context, uint32_t class, uint32_t g, uint32_t l, PdsRules *out)
{
    Lazy *lazy = context;
    lazy->asked++;
    uint32_t up = g + SPREAD;
    if (class == 0 && g < (uint32_t)FAR * SPREAD)
        vec_push(out, ((PdsRule){PDS_PUSH, up, l ^ 1, 7 + g, 5}));
    if (class == 1 && g == (uint32_t)FAR * SPREAD)
        vec_push(out, ((PdsRule){PDS_STEP, 1, l, PDS_NONE, 6}));
}

static bool lazy_wrong(void *context, uint32_t g)
{
    (void)context;
    return g == 1;
}

static void explore_lazily(StackMode stacks, BoundResult *result, Lazy *lazy)
{
    static const uint32_t classes[] = {0, 1};
    uint32_t first = 3, second = 4;
    PdsWord words[] = {{&first, 1, 0}, {&second, 1, 0}};
    BoundModel model = {.context = lazy,
                        .threads = 2,
                        .classes = classes,
                        .shared = 0,
                        .stacks = words,
                        .finite = stacks == STACKS_EXPLICIT,
                        .rules = lazy_rules,
                        .wrong = lazy_wrong};
    BoundOptions options = {.stacks = stacks};
    Budget budget;
    budget_begin(&budget, 0, 0, false);
    bound_explore(&model, &options, &budget, result);
}

static void unbounded_alphabets(void **unused)
{
    (void)unused;
    Lazy lazy = {0};
    BoundResult result;
    explore_lazily(STACKS_EXPLICIT, &result, &lazy);
    assert_int_equal(result.answer, BOUND_REACHED);
    assert_int_equal(result.contexts, 2);
    assert_int_equal(result.steps.len, FAR + 1);
    assert_int_equal(vec_last(&result.steps).thread, 1);
    assert_int_equal(vec_last(&result.steps).tag, 6);
    bound_result_free(&result);
}

/* Without end: one control state after the other. */
static void endless_rules(void *context, uint32_t class, uint32_t g, uint32_t l, PdsRules *out)
{
    Lazy *lazy = context;
    (void)class;
    if (++lazy->asked == FAR)
        lazy->budget->time_limit = 1e-9;
    vec_push(out, ((PdsRule){PDS_STEP, g + 1, l, PDS_NONE, 0}));
}

static void endless_contexts_end_with_the_budget(void **unused)
{
    (void)unused;
    static const uint32_t classes[] = {0};
    uint32_t first = 0;
    PdsWord word = {&first, 1, 0};
    Budget budget;
    Lazy lazy = {.budget = &budget};
    BoundModel model = {.context = &lazy, .threads = 1, .classes = classes, .stacks = &word};
    model.rules = endless_rules;
    BoundOptions options = {.contexts = 1};
    BoundResult result;
    budget_begin(&budget, 0, 0, false);
    bound_explore(&model, &options, &budget, &result);
    assert_int_equal(result.answer, BOUND_EXHAUSTED);
    assert_int_equal(result.contexts, 0);
    bound_result_free(&result);
}

static void explicit_stacks_need_finite_contexts(void **unused)
{
    (void)unused;
    static const uint32_t classes[] = {0};
    uint32_t first = 0;
    PdsWord word = {&first, 1, 0};
    Lazy lazy = {0};
    BoundModel model = {.context = &lazy, .threads = 1, .classes = classes, .stacks = &word};
    model.rules = lazy_rules;
    BoundOptions options = {.stacks = STACKS_EXPLICIT};
    Budget budget;
    BoundResult result;
    budget_begin(&budget, 0, 0, false);
    bound_explore(&model, &options, &budget, &result);
    assert_int_equal(result.answer, BOUND_INFINITE);
    assert_int_equal(lazy.asked, 0);
    bound_result_free(&result);
}

/* Each pair of a shared state and a symbol is asked for once, however many states it occurs in. */
static void grid_rules(void *context, uint32_t class, uint32_t g, uint32_t l, PdsRules *out)
{
    Lazy *lazy = context;
    lazy->asked++;
    (void)class;
    vec_push(out, ((PdsRule){PDS_STEP, g, (l + 1) % 10, PDS_NONE, 0}));
}

static void rules_are_asked_for_once(void **unused)
{
    (void)unused;
    static const uint32_t classes[] = {0, 0, 0};
    uint32_t first = 0;
    PdsWord words[] = {{&first, 1, 0}, {&first, 1, 0}, {&first, 1, 0}};
    for (StackMode stacks = STACKS_EXPLICIT; stacks <= STACKS_AUTOMATA; stacks++) {
        Lazy lazy = {0};
        BoundModel model = {.context = &lazy,
                            .threads = 3,
                            .classes = classes,
                            .stacks = words,
                            .finite = true,
                            .rules = grid_rules};
        BoundOptions options = {.stacks = stacks, .no_symmetry = true};
        Budget budget;
        BoundResult result;
        budget_begin(&budget, 0, 0, false);
        bound_explore(&model, &options, &budget, &result);
        assert_int_equal(result.answer, BOUND_CLOSED);
        assert_int_equal(result.visible, 1000);
        assert_int_equal(result.visible_at, 3);
        assert_int_equal(lazy.asked, 10);
        bound_result_free(&result);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_languages_have_equal_numbers),
        cmocka_unit_test(inclusion),
        cmocka_unit_test(loops_are_minimised),
        cmocka_unit_test(post_star_of_the_thesis),
        cmocka_unit_test(pre_star_of_the_thesis),
        cmocka_unit_test(unbounded_alphabets),
        cmocka_unit_test(endless_contexts_end_with_the_budget),
        cmocka_unit_test(explicit_stacks_need_finite_contexts),
        cmocka_unit_test(rules_are_asked_for_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
