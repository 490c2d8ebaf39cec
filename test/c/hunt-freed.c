// Eight threads, and the last but one frees what they share.
//: expect bug freed 15
//: slow
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
enum { THREADS = 8 };
struct shared {
    atomic_int users;
    int value;
};
static struct shared *it;
static void *work(void *arg)
{
    int seen = it->value;
    if (atomic_fetch_sub(&it->users, 1) == 2) /* 1 is right: one user is left */
        free(it);
    return seen ? arg : NULL;
}
int main(void)
{
    pthread_t threads[THREADS];
    it = malloc(sizeof *it);
    if (!it)
        return 1;
    it->users = THREADS;
    it->value = 1;
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
