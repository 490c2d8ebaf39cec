//: expect safe
//: both
// Arguments behind the `...` come from registers as long as there are some, structs as a whole or not at all.
#include <assert.h>
#include <stdarg.h>

struct mixed {
    double d;
    int i;
};
struct floats {
    float x, y, z;
};
struct words {
    long a, b;
};
struct large {
    char text[20];
};

static double sum(struct large before, double weight, int rounds, ...)
{
    double total = before.text[19];
    va_list list, again;
    va_start(list, rounds);
    va_copy(again, list);
    for (int k = 0; k < rounds; k++) {
        struct mixed m = va_arg(list, struct mixed);
        struct floats f = va_arg(list, struct floats);
        struct words w = va_arg(list, struct words);
        struct large l = va_arg(list, struct large);
        total += weight * (m.d + m.i + f.z + w.b + l.text[19]) + *va_arg(list, int *);
    }
    va_end(list);
    if (rounds)
        assert(va_arg(again, struct mixed).i == 2);
    va_end(again);
    return total;
}

int main(void)
{
    int one = 1;
    struct mixed m = {1.5, 2};
    struct floats f = {0, 1, 3};
    struct words w = {4, 5};
    struct large l = {{[19] = 6}};
    assert(sum(l, 2.0, 0) == 6);
    assert(sum(l, 2.0, 1, m, f, w, l, &one) == 42);
    assert(sum(l, 2.0, 2, m, f, w, l, &one, m, f, w, l, &one) == 78);
    assert(sum(l, 2.0, 4, m, f, w, l, &one, m, f, w, l, &one, m, f, w, l, &one, m, f, w, l, &one) ==
           150);
    return 0;
}
