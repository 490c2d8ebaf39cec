//: expect bounded
//: options --engine=hunt --method=random --runs=1
//: output nothing goes wrong in the first 20000 steps of 1 random run; checked
// No random run comes to an end: what was seen of them is the answer.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int a, b;

static void *work(void *unused)
{
    (void)unused;
    for (int i = 0; i < 100000000; i++)
        b ^= a++;
    return NULL;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, work, NULL);
    work(NULL);
    return pthread_join(other, NULL);
}
