//: expect safe
// While a thread runs, and in its destructors and the handlers of exit, its variables are there.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static _Thread_local int mine = 2;
static pthread_key_t key;
static int *of_main;

static void destroy(void *there)
{
    assert(*(int *)there == 9);
}

static void *use(void *main_has)
{
    assert(main_has != &mine && *(int *)main_has == 3);
    mine = 9;
    pthread_setspecific(key, &mine);
    pthread_exit(&of_main);
}

static void handler(void)
{
    assert(*of_main == 3);
}

int main(void)
{
    pthread_t t;
    void *result;
    mine = 3;
    of_main = &mine;
    atexit(handler);
    pthread_key_create(&key, destroy);
    pthread_create(&t, NULL, use, &mine);
    pthread_join(t, &result);
    assert(result == &of_main && mine == 3);
    return 0;
}
