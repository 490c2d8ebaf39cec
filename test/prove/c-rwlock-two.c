//: prove proved
// Two reader-writer locks at a time: giving one back moves left, whoever holds it.
#include <pthread.h>

pthread_rwlock_t a, b;
int x; /*@ readable_if reads(a) || holds(a) */ /*@ writable_if holds(a) */
int y; /*@ readable_if reads(b) || holds(b) */ /*@ writable_if holds(b) */

/*@ performs action () { \result == x + y } */
int both(void)
{
    pthread_rwlock_rdlock(&a);
    pthread_rwlock_rdlock(&b);
    int sum = x + y;
    pthread_rwlock_unlock(&b);
    pthread_rwlock_unlock(&a);
    return sum;
}

/*@ performs action (x, y) { x == \old(y) && y == \old(x) } */
void swap(void)
{
    pthread_rwlock_wrlock(&a);
    pthread_rwlock_wrlock(&b);
    int old = x;
    x = y;
    y = old;
    pthread_rwlock_unlock(&a);
    pthread_rwlock_unlock(&b);
}
