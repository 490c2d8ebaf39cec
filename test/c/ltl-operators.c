// Operators at their edges, negative numbers and quotients, a lock that is held for reading alone, the second lock of an array,
// and functions that others are called from.
//: expect safe
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, wide;
static _Atomic signed char small;
static _Atomic unsigned char byte;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void inner(void)
{
    a = a + 1;
}
static void middle(void)
{
    inner();
}
static void outer(void)
{
    middle();
}

/*@ ltl G {a >= 0 && a <= 3 && !(a < 0) && !(a > 3)} */
/*@ ltl F {a >= 3 && a <= 3} */
/*@ ltl F {a == 3 && a - 5 == -2 && 5 - a == 2 && a * -2 == -6} */
/*@ ltl F {a == 3 && a / -1 == -3 && a % -1 == 0 && a / 0 == 0} */
/*@ ltl F {a == 3 && 7 / a == 2 && 7 % a == 1 && -7 / a == -2 && -7 % a == -1} */
/*@ ltl G !{a > 3 || a < 0} */
/*@ ltl G {a != 2 || (a < 3 && a > 1 && !(a < 2) && !(a > 2))} */
/*@ ltl F {small == -3 && byte == 253} */
/*@ ltl F {wide == -100000} */
/*@ ltl F holds(rw) */
/*@ ltl F (holds(locks[1]) & !holds(locks[0])) */
/*@ ltl G !holds(locks[0]) */
/*@ ltl F at(inner) */
/*@ ltl G (at(inner) -> (at(middle) & at(outer) & at(main))) */
/*@ ltl G (at(middle) -> at(outer)) */

int main(void)
{
    outer(), outer(), outer();
    small = -3;
    byte = 253;
    wide = -100000;
    pthread_rwlock_rdlock(&rw);
    a = 3;
    pthread_rwlock_unlock(&rw);
    pthread_mutex_lock(&locks[1]);
    a = 3;
    pthread_mutex_unlock(&locks[1]);
    return 0;
}
