//: sc safe
//: rc11 safe
//: delay safe
// Peterson's lock with the fence that it needs.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int wants[2], turn, inside;

static void *work(void *number)
{
    int me = number != NULL;
    wants[me] = 1;
    turn = 1 - me;
    atomic_thread_fence(memory_order_seq_cst);
    while (wants[1 - me] && turn == 1 - me)
        ;
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    wants[me] = 0;
    return NULL;
}

int main(void)
{
    static int one;
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, &one);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
