//: expect safe
// All that can be asked of two floats, of each order and of none.
#include <assert.h>
#include <math.h>

static const double numbers[] = {-INFINITY, -1.5, -0.0, 0.0, 2.0, INFINITY, NAN};
/* how the numbers are ordered */
static const int ranks[] = {0, 1, 2, 2, 3, 4, -1};

static void doubles(double x, double y, int a, int b)
{
    int open = a < 0 || b < 0;
    assert((x < y) == (!open && a < b) && (x <= y) == (!open && a <= b));
    assert((x > y) == (!open && a > b) && (x >= y) == (!open && a >= b));
    assert((x == y) == (!open && a == b) && (x != y) == (open || a != b));
    assert(!(x < y) == (open || a >= b) && !(x >= y) == (open || a < b));
    assert(!!isunordered(x, y) == open && (x != x) == (a < 0));
    assert(!!isless(x, y) == (!open && a < b) && !!isgreaterequal(x, y) == (!open && a >= b));
    assert(!!islessgreater(x, y) == (!open && a != b));
}

static void floats(float x, float y, int a, int b)
{
    int open = a < 0 || b < 0;
    assert((x < y) == (!open && a < b) && (x == y) == (!open && a == b));
    assert(!!isunordered(x, y) == open && !!islessgreater(x, y) == (!open && a != b));
}

int main(void)
{
    for (int a = 0; a < 7; a++)
        for (int b = 0; b < 7; b++) {
            doubles(numbers[a], numbers[b], ranks[a], ranks[b]);
            floats((float)numbers[a], (float)numbers[b], ranks[a], ranks[b]);
        }
    return 0;
}
