//: expect bug call-type
//: output call of `work`, a function of type `void * (long)`, with `(void *)`
//: both
// A pointer is passed to a thread whose function takes a number.
#include <pthread.h>
#include <stddef.h>

static void *work(long n)
{
    return n == 3 ? NULL : (void *)1;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, (void *(*)(void *))work, (void *)3);
    pthread_join(t, NULL);
    return 0;
}
//: also --engine=bound
