//: expect unknown
//: output nothing else is wrong, but whole runs (livelock, termination, ltl) are not judged
//: output checked: assert, deadlock, race, memory, lock, access, undefined, hang
// There are runs that are not sequentially consistent: a formula about them is not judged, all else is.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
/*@ ltl G F {done == 1} */
static atomic_int flag, done;
static void *writer(void *u)
{
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return u;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    while (!atomic_load_explicit(&flag, memory_order_relaxed))
        ;
    atomic_store_explicit(&done, 1, memory_order_relaxed);
    pthread_join(t, NULL);
    return 0;
}
