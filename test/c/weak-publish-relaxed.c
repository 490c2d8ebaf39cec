//: expect bug race 17
//: output If the store in line 28 were release instead of relaxed, nothing would go wrong.
/* An object gets to another thread by a relaxed store: what was written into it before is not ordered before what is read
 * there, though nobody writes it any more. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct box {
    int value;
};
static _Atomic(struct box *) shared;
static int got;
static void *reader(void *unused)
{
    struct box *box = atomic_load_explicit(&shared, memory_order_acquire);
    if (box)
        got = box->value;
    return unused;
}
int main(void)
{
    pthread_t t;
    struct box *box = malloc(sizeof *box);
    pthread_create(&t, NULL, reader, NULL);
    if (!box)
        abort();
    box->value = 1;
    atomic_store_explicit(&shared, box, memory_order_relaxed);
    pthread_join(t, NULL);
    free(box);
    return 0;
}
