//: sc safe
//: rc11 safe
// An object is freed by the last one who gives it up.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static int *shared;
static atomic_int users = 2;

static void *a(void *unused)
{
    assert(*shared == 42);
    if (atomic_fetch_sub_explicit(&users, 1, memory_order_acq_rel) == 1)
        free(shared);
    return unused;
}

static void *b(void *unused)
{
    assert(*shared == 42);
    if (atomic_fetch_sub_explicit(&users, 1, memory_order_acq_rel) == 1)
        free(shared);
    return unused;
}

int main(void)
{
    pthread_t t[2];
    shared = malloc(sizeof *shared);
    *shared = 42;
    pthread_create(&t[0], NULL, a, NULL);
    pthread_create(&t[1], NULL, b, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    return 0;
}
