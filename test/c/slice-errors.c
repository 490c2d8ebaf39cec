//: expect bug division
// Nobody looks at what is computed, but that it can be computed is looked at.  (-DSHIFT, -DCAST, -DREM: test/cli/slice-errors.test)
#include <pthread.h>
#include <stddef.h>

static int number, result;

static void *work(void *unused)
{
    number = 0;
#if defined SHIFT || defined CAST
    number = 40;
#endif
    return unused;
}

int main(void)
{
    pthread_t worker;
    number = 3;
    pthread_create(&worker, NULL, work, NULL);
    pthread_join(worker, NULL);
#if defined SHIFT
    result = 1 << number;
#elif defined CAST
    double large = number * 1e30;
    result = (int)large;
#elif defined REM
    result = 6 % number;
#else
    result = 6 / number;
#endif
    return 0;
}
