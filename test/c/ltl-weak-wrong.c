//: expect bug ltl
//: output a run that comes to an end breaks the formula: F {done == 1} (memory model rc11, in a sequentially consistent run)
// Whether relaxed or not, the store meets no other access: all runs are sequentially consistent, and the formula is judged.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
/*@ ltl F {done == 1} */
static atomic_int done;
static int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *writer(void *u)
{
    pthread_mutex_lock(&m);
    n = 1;
    pthread_mutex_unlock(&m);
    return u;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    pthread_join(t, NULL);
    atomic_store_explicit(&done, 2 * n, memory_order_relaxed);
    return 0;
}
