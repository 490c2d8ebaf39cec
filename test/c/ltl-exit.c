// The process ends before the flag is set: a run that comes to an end breaks the formula, too.
//: expect bug ltl
//: options --ltl=F{flag==1}
//: output a run that comes to an end breaks the formula: F{flag==1}
//: output and nothing happens after that
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *set(void *arg)
{
    flag = 1;
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, set, NULL);
    return 0;
}
