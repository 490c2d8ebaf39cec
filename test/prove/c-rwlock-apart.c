//: prove failed
// One after the other is not both at once.
#include <pthread.h>

pthread_rwlock_t a, b;
int x; /*@ readable_if reads(a) || holds(a) */ /*@ writable_if holds(a) */
int y; /*@ readable_if reads(b) || holds(b) */ /*@ writable_if holds(b) */

/*@ performs action () { \result == x + y } */
int both(void)
{
    pthread_rwlock_rdlock(&a);
    int sum = x;
    pthread_rwlock_unlock(&a);
    pthread_rwlock_rdlock(&b);
    sum += y;
    pthread_rwlock_unlock(&b);
    return sum;
}
