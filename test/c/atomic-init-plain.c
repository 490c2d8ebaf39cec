//: expect safe
// atomic_init of plain objects.
#include <stdatomic.h>
#include <assert.h>
struct s {
    int n;
    long l;
};
int main(void)
{
    struct s s;
    atomic_init((_Atomic int *)&s.n, 3);
    int x;
    atomic_init(&x, 4);
    atomic_int y = 2;
    _Atomic struct s z;
    atomic_init(&z, ((struct s){1, 2}));
    assert(atomic_load(&x) == 4 && s.n == 3 && y == 2);
    atomic_flag f = ATOMIC_FLAG_INIT;
    assert(!atomic_flag_test_and_set(&f));
    struct s zz = atomic_load(&z);
    assert(zz.l == 2);
    return 0;
}
