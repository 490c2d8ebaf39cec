//: expect safe
//: options --property=termination
// Who finds the flag unset ends the process by abort: every run comes to an end.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static atomic_int flag;

static void *other(void *unused)
{
    if (!flag)
        abort();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, other, NULL);
    flag = 1;
    pthread_join(t, NULL);
    return 0;
}
