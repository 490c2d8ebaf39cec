// A thread starves at a test-and-set lock, among more states than anybody wants to see: hunt finds the round.
//: expect bug livelock
//: options --property=livelock --fairness=weak --engine=hunt
//: output repeat for ever; the run is fair (--fairness=weak)
#include <pthread.h>
#include <stdatomic.h>

static atomic_int taken, turns[4];

static void *work(void *of)
{
    int me = *(int *)of;
    for (;;) {
        while (atomic_exchange(&taken, 1))
            ;
        atomic_store(&turns[me], (atomic_load(&turns[me]) + 1) % 100);
        atomic_store(&taken, 0);
    }
}

int main(void)
{
    static int numbers[4] = {0, 1, 2, 3};
    pthread_t thread;
    for (int k = 0; k < 4; k++)
        pthread_create(&thread, NULL, work, &numbers[k]);
    pthread_join(thread, NULL);
    return 0;
}
