//: expect bug ltl
//: options --ltl=F{flag==1}
//: output a run that comes to an end breaks the formula
// The process may end by abort before the flag is set.
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
