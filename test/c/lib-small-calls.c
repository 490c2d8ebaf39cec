//: expect safe
// Calls that hardly anybody makes; the processor says the same.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

static void *named(void *arg)
{
    char name[16];
    assert(pthread_setname_np(pthread_self(), "worker") == 0);
    assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0 &&
           strcmp(name, "worker") == 0);
    assert(pthread_setname_np(pthread_self(), "a name that is too long") == ERANGE);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_attr_t attr;
    pthread_mutexattr_t robust;
    pthread_rwlockattr_t kind;
    assert(fmodf(7.5f, 2.0f) == 1.5f && fmodf(-7.5f, 2.0f) == -1.5f);
    assert(pthread_attr_init(&attr) == 0 && pthread_attr_setschedpolicy(&attr, SCHED_OTHER) == 0);
    assert(pthread_create(&thread, &attr, named, NULL) == 0 && pthread_join(thread, NULL) == 0);
    pthread_attr_destroy(&attr);
    pthread_mutexattr_init(&robust);
    assert(pthread_rwlockattr_init(&kind) == 0 &&
           pthread_rwlockattr_setkind_np(&kind, PTHREAD_RWLOCK_PREFER_WRITER_NP) == 0);
    assert(pthread_rwlockattr_setkind_np(&kind, 9) == EINVAL);
    assert(sched_yield() == 0);
    return 0;
}
