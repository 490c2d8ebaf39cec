//: expect bug assert
//: options --all-errors
//: output forms.c:41:
//: output forms.c:49:
//: output forms.c:55:
//: output forms.c:61:
//: output forms.c:68:
//: output forms.c:78:
//: output forms.c:85:
//: output forms.c:94:
//: output forms.c:100:
//: output forms.c:112:
// Two inputs are compared in many ways, and in none of them does the program end at once where they differ.
#include <assert.h>
#include <heddle.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
#define INPUTS unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint()

static int seen;

static void ends_if(int c)
{
    if (c)
        exit(0);
}
static void may_end(int c)
{
    if (!c && !seen)
        return;
    if (!c)
        exit(0);
}
static void stored_then_ends_if_equal(void)
{
    INPUTS;
    int equal = n == m;
    if (equal)
        exit(0);
    assert(0);
}
static void not_stored(void)
{
    INPUTS;
    int equal = !(n == m);
    if (!equal)
        exit(0);
    assert(0);
}
static void passed_to_the_opposite(void)
{
    INPUTS;
    ends_if(n == m);
    assert(0);
}
static void passed_unequal(void)
{
    INPUTS;
    ends_if(!(n != m));
    assert(0);
}
static void may_go_on(void)
{
    INPUTS;
    may_end(n == m);
    if (n != m)
        assert(0);
}
static void looked_at_twice(void)
{
    INPUTS;
    int equal = n == m;
    if (!equal)
        seen = 1;
    if (!equal && !seen)
        exit(0);
    assert(!seen);
}
static void called_before(void)
{
    INPUTS;
    int equal = n == m;
    seen = !equal;
    assert(!seen);
    if (!equal)
        exit(0);
}
static void zero_of_zero(void)
{
    INPUTS;
    if (((n == m) == 0) == 0)
        exit(0);
    assert(0);
}
static void says_before_the_end(void)
{
    INPUTS;
    if (n != m) {
        assert(0);
        exit(0);
    }
}
static void stored_again(void)
{
    INPUTS;
    int equal = n == m;
    if (!equal)
        equal = 2;
    if (!equal)
        exit(0);
    assert(equal == 1);
}
static void (*const forms[])(void) = {stored_then_ends_if_equal,
                                      not_stored,
                                      passed_to_the_opposite,
                                      passed_unequal,
                                      may_go_on,
                                      looked_at_twice,
                                      called_before,
                                      zero_of_zero,
                                      says_before_the_end,
                                      stored_again};

int main(void)
{
    forms[heddle_choose(0, sizeof forms / sizeof *forms - 1)]();
    return 0;
}
