//: expect safe
//: options --engine=modular --property=assert,memory,lock
// A mutex of the library, inputs that are any number, and an index that stays in its array.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int top, last, stack[100];

static void *run(void *argument)
{
    int number = __VERIFIER_nondet_int();
    pthread_mutex_lock(&mutex);
    if (number != last && top < 100) {
        stack[top] = number;
        top++;
        last = number;
        assert(last == number && top > 0);
    } else if (top > 0) {
        top--;
    }
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, run, 0);
}
