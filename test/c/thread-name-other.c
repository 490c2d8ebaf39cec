//: expect unknown
//: output the name of a thread is known only to the thread that has given it to itself
// Who asks may come before or after the one who gives the name.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>

static void *work(void *arg)
{
    char name[16];
    pthread_setname_np(pthread_self(), "mine");
    assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0);
    assert(strcmp(name, "mine") == 0);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_setname_np(thread, "yours");
    pthread_join(thread, NULL);
    return 0;
}
