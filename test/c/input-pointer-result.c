//: expect safe
// A pointer is only returned by a thread, and nobody looks at what a thread returns.
#include <pthread.h>

extern void *__VERIFIER_nondet_pointer(void);

static void *run(void *argument)
{
    void *p = __VERIFIER_nondet_pointer();
    (void)argument;
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    pthread_join(t, 0);
    return 0;
}
