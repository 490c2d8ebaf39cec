//: expect safe
// setjmp and longjmp: out of nested calls, to the right one of two functions, in a switch, out of a
// function of the library, again and again, with values that are kept.
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf outer, inner;
static int jumps, *kept;

static void deep(int k)
{
    int here = k;
    kept = &here;
    if (k == 0)
        longjmp(jumps++ ? outer : inner, k);
    deep(k - 1);
}

static void middle(void)
{
    volatile int count = 0;
    int got = setjmp(inner);
    count++;
    if (got == 0)
        deep(2);
    assert(got == 1 && count == 2); /* longjmp with 0 is 1 */
    deep(1);
}

static int compare(const void *a, const void *b)
{
    (void)a, (void)b;
    longjmp(outer, 4);
}

int main(void)
{
    volatile int rounds = 0;
    const int before = 5;
    sigjmp_buf again;
    int pair[2] = {2, 1}, got = setjmp(outer);
    if (got == 0) {
        middle();
        assert(0);
    }
    assert(got == 1 && jumps == 2 && before == 5);
    if (sigsetjmp(again, 1) < 3) {
        int inside[2] = {1, 2};
        kept = inside;
        rounds++;
        siglongjmp(again, rounds);
    }
    assert(rounds == 3);
    switch (setjmp(outer)) {
    case 0:
        qsort(pair, 2, sizeof *pair, compare);
        assert(0);
    case 4:
        break;
    default:
        assert(0);
    }
    return pair[0] - 2;
}
