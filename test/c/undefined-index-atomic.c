//: expect bug bounds
//: options --all-errors
//: errors 4
// An atomic update behind the last element is an access as any other.
#include <heddle.h>
#include <stdatomic.h>

static struct {
    atomic_int a[4];
    atomic_int b;
} s;

int main(void)
{
    int which = heddle_choose(0, 5), i = which < 4 ? 4 : 3, expected = 0;
    atomic_int *end = &s.a[i + (which > 3)];
    if (which == 0)
        atomic_fetch_add(&s.a[i], 1);
    if (which == 1)
        atomic_compare_exchange_strong(&s.a[i], &expected, 1);
    if (which == 2)
        atomic_store(&s.a[i], 1);
    if (which == 3)
        expected = atomic_load(&s.a[i]);
    if (which == 4)
        atomic_fetch_add(&s.a[i], 1);
    if (which == 5)
        atomic_compare_exchange_strong(&s.a[i], &expected, 1);
    return end == s.a + 5;
}
