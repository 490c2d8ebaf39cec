// Nothing is wrong, and hunt must not find anything; it does not say safe.
//: expect bounded
//: options --engine=hunt --runs=20
//: slow
//: output no run with any number of preemptions goes wrong, nor does any of 20 random runs
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2], turn, inside;

static void *work(void *arg)
{
    int me = arg != NULL;
    for (int i = 0; i < 3; i++) {
        flag[me] = 1;
        turn = !me;
        while (flag[!me] && turn == !me)
            ;
        assert(++inside == 1);
        inside--;
        flag[me] = 0;
    }
    return NULL;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, work, &turn);
    work(NULL);
    pthread_join(other, NULL);
    return 0;
}
