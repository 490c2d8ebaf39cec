//: expect unknown
//: options --engine=bag
// What heddle cannot follow is in a task: nothing is known of what comes behind it.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static int x;

static void task(void *unused)
{
    (void)unused;
    __asm__ volatile("cpuid" : "+a"(x) : : "ebx", "ecx", "edx");
    assert(x == 0);
}

int main(void)
{
    heddle_post(task, NULL);
    heddle_post(task, NULL);
    pthread_exit(NULL);
}
