//: expect safe
//: both
// Scheduling and processors make no difference; a program may have variables of such names.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>

int accept, listen;

int main(void)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(2, &set);
    assert(pthread_setaffinity_np(pthread_self(), sizeof set, &set) == 0 && CPU_COUNT(&set) == 1);
    struct sched_param parameters = {.sched_priority = sched_get_priority_max(SCHED_FIFO)};
    assert(sched_setscheduler(0, SCHED_FIFO, &parameters) == 0 &&
           signal(SIGPIPE, SIG_IGN) == SIG_DFL);
    int *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(p != MAP_FAILED && p[1023] == 0);
    p[1] = ++accept + listen;
    assert(p[1] == 1 && munmap(p, 4096) == 0);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=summarize
//: also --engine=cegar --property=assert
