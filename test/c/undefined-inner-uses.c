//: expect bug
//: options --all-errors
//: errors 5
// An index one past an inner array, in all that accesses memory there.
#include <heddle.h>
#include <stdatomic.h>

typedef struct {
    int x, y;
} Point;
static struct {
    atomic_int c[2], d[2];
    Point e[2], f[2];
} s;
static Point zero;

int main(void)
{
    int i = 2, expected = 0;
    switch (heddle_choose(0, 4)) {
    case 0:
        s.e[i] = zero;
        break;
    case 1:
        zero = s.e[i];
        break;
    case 2:
        atomic_fetch_add(&s.c[i], 1);
        break;
    case 3:
        atomic_compare_exchange_strong(&s.c[i], &expected, 1);
        break;
    default:
        s.e[i].y = 1;
    }
    return 0;
}
