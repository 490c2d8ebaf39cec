//: expect unknown
//: options --trial
//: output heddle check --next=list --trial --set=ROUNDS=2 test/c/next-constant.c -- -DWORKERS=2
//: output this assertion was never reached so far
// Constants decide how long the search takes: heddle suggests smaller ones, as clang or heddle itself can set them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define ROUNDS 100
#ifndef WORKERS
#define WORKERS 3
#endif
#define SIZE 50 /* decides nothing */

static atomic_int a, b;
static char text[SIZE] = "a";

static void *work(void *unused)
{
    (void)unused;
    for (int i = 0; i < ROUNDS; i++) {
        a = a + 1;
        b ^= a;
    }
    return NULL;
}

int main(void)
{
    pthread_t workers[WORKERS];
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&workers[i], NULL, work, NULL);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(workers[i], NULL);
    assert(a > 0 && text[0] == 'a');
    return 0;
}
