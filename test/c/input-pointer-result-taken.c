//: expect unknown
// A pointer is only returned by a thread, and somebody looks at what a thread returns.
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
    int number;
    void *result;
    pthread_join(t, &result);
    if (result == &number)
        return 1;
    return 0;
}
