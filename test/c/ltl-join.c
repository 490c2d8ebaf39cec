// Main waits for the thread that sets the flag.
//: expect safe
//: options --ltl=F{flag==1}
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
    pthread_join(thread, NULL);
}
