//: expect bug race 18
/* Whoever uses the object has the lock, but who made it had not, and has let others know of it by a relaxed store. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct box {
    int value;
};
static _Atomic(struct box *) shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *user(void *unused)
{
    struct box *box = atomic_load_explicit(&shared, memory_order_acquire);
    if (!box)
        return unused;
    pthread_mutex_lock(&lock);
    if (unused == NULL)
        box->value++;
    pthread_mutex_unlock(&lock);
    return unused;
}
static void *maker(void *unused)
{
    struct box *box = malloc(sizeof *box);
    if (!box)
        abort();
    box->value = 1;
    atomic_store_explicit(&shared, box, memory_order_relaxed);
    return unused;
}
int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], NULL, user, NULL);
    pthread_create(&t[1], NULL, user, NULL);
    pthread_create(&t[2], NULL, maker, NULL);
    for (int k = 0; k < 3; k++)
        pthread_join(t[k], NULL);
    free(atomic_load(&shared));
    return 0;
}
