//: expect safe
// Three threads that are alike serve without end, one of them only after another. Which names they have differs from state to state.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next, flag, x;

static void *thread(void *argument)
{
    int mine = next++;
    if (mine == 1)
        while (!flag)
            ;
    for (;;) {
        x = mine;
        x = 3;
        x = flag = 1;
    }
    return argument;
}

int main(void)
{
    pthread_t threads[3];
    for (int k = 0; k < 3; k++)
        pthread_create(&threads[k], NULL, thread, NULL);
    for (int k = 0; k < 3; k++)
        pthread_join(threads[k], NULL);
}
