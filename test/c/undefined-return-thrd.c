//: expect bug uninitialised 21
//: both
// One way through the function has a `return`, the other has not.
#pragma clang diagnostic ignored "-Wreturn-type"
#include <assert.h>
#include <threads.h>

static int work(void *arg)
{
    if (arg)
        return 1;
}

int main(void)
{
    thrd_t first, second;
    int one = 5, two = 5;
    thrd_create(&first, work, &one), thrd_create(&second, work, NULL);
    thrd_join(first, &one), thrd_join(second, &two);
    assert(one == 1);
    return two == 1;
}
