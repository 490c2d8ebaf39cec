//: expect unknown
//: options --property=assert
// An error that nobody asked for, first thing; test/cli/checkpoint-noted.test stops the search later.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
_Bool __VERIFIER_nondet_bool(void);
static atomic_int y;
static int *p;
static void *t(void *a)
{
    y++;
    y++;
    return a;
}
int main(void)
{
    pthread_t q;
    if (__VERIFIER_nondet_bool())
#ifdef ASSEMBLY
        __asm__ volatile("hlt");
#else
        *p = 1;
#endif
    pthread_create(&q, 0, t, 0);
    y++;
    y++;
    pthread_join(q, 0);
    assert(y == 4);
    return 0;
}
