//: expect unknown
//: options --engine=modular --property=assert,memory,lock
//: output not proved: access outside the object
// The place right behind an array is outside of it.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
_Atomic char a[8];
static void *work(void *u)
{
    _Atomic char *p = a;
    p += heddle_choose(0, 8);
    *p = 1;
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    return 0;
}
