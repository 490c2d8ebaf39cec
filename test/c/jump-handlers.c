//: expect safe
// Exceptions made of longjmp, with handlers in a list of each thread; locks stay held, and what is
// not written after setjmp is there.
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

struct handler {
    jmp_buf place;
    struct handler *up;
};
static _Thread_local struct handler *top;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void add(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
    if (n > 1)
        longjmp(top->place, 9);
    pthread_mutex_unlock(&lock);
}

static void *work(void *argument)
{
    struct handler here = {.up = top};
    int n = (int)(long)argument;
    top = &here;
    int code = setjmp(here.place);
    if (code == 0)
        add(n);
    else
        pthread_mutex_unlock(&lock);
    assert(code == (n > 1 ? 9 : 0));
    top = here.up;
    return NULL;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, work, (void *)1L);
    pthread_create(&two, NULL, work, (void *)2L);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(sum == 3);
    return 0;
}
