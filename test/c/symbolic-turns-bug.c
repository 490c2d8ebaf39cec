//: expect bug assert
//: options --engine=symbolic --memory-model=sc --property=assert
// As symbolic-turns.c, with one input that makes a difference, behind 300 that do not.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
enum { MANY = 300 };
static int queue[MANY], copy[MANY], head, tail;
static _Bool full;

static void *one(void *argument)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < MANY && !full; i++) {
        int value = __VERIFIER_nondet_int();
        queue[tail++] = value;
        copy[i] = value;
    }
    full = 1;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *two(void *argument)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < MANY && full; i++)
        assert(queue[head++] == copy[i] && !(i == 299 && copy[i] == 123456));
    full = 0;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t thread[2];
    pthread_create(&thread[0], 0, one, 0);
    pthread_create(&thread[1], 0, two, 0);
    pthread_join(thread[0], 0);
    pthread_join(thread[1], 0);
    return 0;
}
