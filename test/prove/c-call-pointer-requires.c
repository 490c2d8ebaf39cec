//: prove unknown
//: unknown a function that requires something may be called through this pointer
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n; /*@ accessible_if holds(m) */
/*@ requires holds(m) */
void add(int by)
{
    n += by;
}
void (*hook)(int) = add;
void f(void)
{
    hook(1);
}
