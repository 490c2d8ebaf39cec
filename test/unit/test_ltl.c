/* Formulas and their automata: on random words that repeat, an automaton accepts exactly those of which the formula
 * holds by its meaning. */
#include "ltl/ltl.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { ATOMS = 3, MOST_LETTERS = 6 };

static uint32_t rng = 1;

static uint32_t draw(uint32_t below)
{
    rng = rng * 1664525u + 1013904223u;
    return (rng >> 8) % below;
}

/* ---- reading ---- */

static const char *complaint_of(const char *text)
{
    static char why[200];
    Ltl ltl = {0};
    const char *wrong = ltl_parse(&ltl, text);
    snprintf(why, sizeof why, "%s", wrong ? wrong : "");
    ltl_free(&ltl);
    return why;
}

static void test_bad_formulas(void **state)
{
    (void)state;
    assert_string_equal(complaint_of("G (a -> F b)"), "");
    assert_string_equal(complaint_of(""), "a condition is missing, at the end");
    assert_string_equal(complaint_of("G"), "a condition is missing, at the end");
    assert_string_equal(complaint_of("(a"), "the ')' is missing, at the end");
    assert_string_equal(complaint_of("a b"), "an operator is missing, at 'b'");
    assert_string_equal(complaint_of("a & & b"), "a condition is missing, at '& b'");
    assert_string_equal(complaint_of("{x == 1"), "the '}' is missing, at '{x == 1'");
    assert_string_equal(complaint_of("at(3"), "the ')' is missing, at '(3'");
}

/* The word a, b, then c for ever, as letters. */
static bool holds_of(const char *text, const uint64_t *letters, size_t len, size_t round)
{
    Ltl ltl = {0};
    assert_null(ltl_parse(&ltl, text));
    bool yes = ltl_holds(&ltl, ltl_normal(&ltl, ltl.root, false), letters, len, round);
    bool no = ltl_holds(&ltl, ltl_normal(&ltl, ltl.root, true), letters, len, round);
    assert_int_not_equal(yes, no);
    ltl_free(&ltl);
    return yes;
}

static void test_meaning(void **state)
{
    (void)state;
    const uint64_t word[] = {1, 0, 1}; /* the only atom of each formula is number 0 */
    assert_true(holds_of("a", word, 3, 1));
    assert_false(holds_of("X a", word, 3, 1));
    assert_true(holds_of("X X a", word, 3, 1));
    assert_true(holds_of("G F a", word, 3, 1));
    assert_true(holds_of("[] <> !a", word, 3, 1));
    assert_false(holds_of("F G a", word, 3, 1));
    assert_true(holds_of("F G a", word, 3, 2));
    assert_true(holds_of("a U !a", word, 3, 1));
    assert_true(holds_of("a W false | true", word, 3, 1));
    assert_false(holds_of("false R a", word, 3, 1));
    assert_true(holds_of("a <-> !!a", word, 3, 1));
    assert_true(holds_of("!a -> false", word, 3, 1));
    /* & binds more than |, | more than ->, until more than all of them */
    assert_true(holds_of("a | a & false", word, 3, 1));
    assert_true(holds_of("false -> a U false", word, 3, 1));
}

/* ---- automata ---- */

static void add_random(char *text, size_t size, int depth)
{
    static const char *const unary[] = {"!", "G ", "F ", "X "};
    static const char *const binary[] = {"&", "|", "->", "U", "R", "W", "<->"};
    size_t at = strlen(text);
    if (!depth || !draw(5)) {
        snprintf(text + at, size - at, "%c", (char)('a' + draw(ATOMS)));
    } else if (draw(2)) {
        snprintf(text + at, size - at, "%s", unary[draw(4)]);
        add_random(text, size, depth - 1);
    } else {
        snprintf(text + at, size - at, "(");
        add_random(text, size, depth - 1);
        at = strlen(text);
        snprintf(text + at, size - at, " %s ", binary[draw(7)]);
        add_random(text, size, depth - 1);
        at = strlen(text);
        snprintf(text + at, size - at, ")");
    }
}

typedef struct Product {
    const Buchi *buchi;
    const uint64_t *letters;
    size_t len, round;
    bool *reached; /* place * states + state */
} Product;

static bool allows(const Product *p, size_t place, uint32_t state)
{
    return buchi_allows(&p->buchi->states.at[state], p->letters[place]);
}

/* Everything that is reached from (place, state) by one step or more. */
static void reach(const Product *p, size_t place, uint32_t state, bool *reached)
{
    const BuchiState *from = &p->buchi->states.at[state];
    size_t next = place + 1 < p->len ? place + 1 : p->round;
    for (uint32_t k = from->first; k < from->end; k++) {
        uint32_t to = p->buchi->to.at[k];
        size_t at = next * p->buchi->states.len + to;
        if (reached[at] || !allows(p, next, to))
            continue;
        reached[at] = true;
        reach(p, next, to, reached);
    }
}

/* Is it on a circle that meets every set?  All that it reaches and that reaches it counts. */
static bool is_accepting(const Product *p, size_t place, uint32_t state)
{
    size_t count = p->buchi->states.len, size = p->len * count;
    bool *from = calloc(size, 1), *back = calloc(size, 1);
    uint64_t sets = 0;
    reach(p, place, state, from);
    bool circle = from[place * count + state];
    for (size_t k = 0; circle && k < size; k++) {
        if (!from[k])
            continue;
        memset(back, 0, size);
        reach(p, k / count, (uint32_t)(k % count), back);
        if (back[place * count + state])
            sets |= p->buchi->states.at[k % count].sets;
    }
    free(from);
    free(back);
    return circle && !(p->buchi->sets & ~sets);
}

static bool accepts(const Product *p)
{
    size_t count = p->buchi->states.len, size = p->len * count;
    bool *reached = calloc(size + 1, 1), found = false;
    vec_each (uint32_t, first, &p->buchi->initial)
        if (allows(p, 0, *first)) {
            reached[*first] = true;
            reach(p, 0, *first, reached);
        }
    for (size_t k = 0; k < size && !found; k++)
        found = reached[k] && is_accepting(p, k / count, (uint32_t)(k % count));
    free(reached);
    return found;
}

static void test_automata(void **state)
{
    (void)state;
    int compared = 0;
    for (int k = 0; k < 1500; k++) {
        char text[2000] = "";
        uint64_t letters[MOST_LETTERS];
        size_t len = 1 + draw(MOST_LETTERS), round = draw((uint32_t)len);
        Ltl ltl = {0};
        Buchi buchi = {0};
        add_random(text, sizeof text, 3);
        assert_null(ltl_parse(&ltl, text));
        uint32_t normal = ltl_normal(&ltl, ltl.root, draw(2));
        for (size_t n = 0; n < len; n++)
            letters[n] = draw(1 << ATOMS);
        if (buchi_make(&buchi, &ltl, normal) && buchi.states.len < 60) {
            Product p = {&buchi, letters, len, round, NULL};
            if (accepts(&p) != ltl_holds(&ltl, normal, letters, len, round))
                fail_msg("%s: automaton and meaning differ", text);
            compared++;
        }
        buchi_free(&buchi);
        ltl_free(&ltl);
    }
    assert_true(compared > 1000);
}

static void test_too_large(void **state)
{
    (void)state;
    char text[4000] = "a0";
    Ltl ltl = {0};
    Buchi buchi = {0};
    for (int k = 1; k < 40; k++)
        snprintf(text + strlen(text), sizeof text - strlen(text), " & F a%d", k);
    assert_null(ltl_parse(&ltl, text));
    assert_false(buchi_make(&buchi, &ltl, ltl_normal(&ltl, ltl.root, false)));
    buchi_free(&buchi);
    ltl_free(&ltl);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_formulas),
        cmocka_unit_test(test_meaning),
        cmocka_unit_test(test_automata),
        cmocka_unit_test(test_too_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
