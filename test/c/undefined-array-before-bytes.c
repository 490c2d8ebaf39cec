//: expect bug bounds
//: options --all-errors
//: errors 3
// An array is longer than it says only if it is the last member, or has one element and padding behind it.
#include <heddle.h>
#include <stdlib.h>

struct ints {
    int a[4];
    char c[8];
};
struct chars {
    char a[2], c[8];
};
struct last {
    int n;
    char a[1];
};

int main(void)
{
    struct ints *p = calloc(1, sizeof *p);
    struct chars *q = calloc(1, sizeof *q);
    struct last *r = calloc(1, sizeof *r + 8);
    int which = heddle_choose(0, 4), i = which == 1 ? 4 : 5;
    if (which == 0 || which == 1)
        p->a[i] = 1;
    if (which == 2)
        q->a[i - 3] = 1;
    if (which == 3)
        r->a[i] = 1;
    if (which == 4)
        p->a[i - 2] = q->a[i - 4];
    return p->a[3] + q->a[1] + r->a[0];
}
