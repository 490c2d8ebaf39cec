//: expect safe
/* ... and nobody runs them before. */
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <threads.h>
static atomic_int done;
static void handler(void)
{
    assert(done == 2);
}
static int worker(void *unused)
{
    (void)unused;
    done++;
    return 0;
}
int main(void)
{
    thrd_t t[2];
    atexit(handler);
    for (int i = 0; i < 2; i++)
        thrd_create(&t[i], worker, NULL);
    thrd_exit(0);
}
