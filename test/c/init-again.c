// Right: destroyed before, a copy, memory that was a lock of a block that is freed, memory that was
// something else, what an initialiser has made, and mutexes of <threads.h>.
//: expect safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

struct box {
    pthread_mutex_t m;
    pthread_rwlock_t l;
    pthread_cond_t c;
    sem_t s;
    pthread_barrier_t b;
    pthread_attr_t a;
};

static void make(struct box *x)
{
    pthread_mutex_init(&x->m, NULL);
    pthread_rwlock_init(&x->l, NULL);
    pthread_cond_init(&x->c, NULL);
    sem_init(&x->s, 0, 1);
    pthread_barrier_init(&x->b, NULL, 1);
    pthread_attr_init(&x->a);
    pthread_mutex_lock(&x->m);
    pthread_mutex_unlock(&x->m);
    pthread_barrier_wait(&x->b);
}

static void end(struct box *x)
{
    pthread_mutex_destroy(&x->m);
    pthread_rwlock_destroy(&x->l);
    pthread_cond_destroy(&x->c);
    sem_destroy(&x->s);
    pthread_barrier_destroy(&x->b);
    pthread_attr_destroy(&x->a);
}

static pthread_mutex_t ready = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    struct box first, copy;
    make(&first);
    copy = first;
    make(&copy);
    end(&first);
    make(&first);
    for (int round = 0; round < 2; round++) {
        struct box *heap = malloc(sizeof *heap), each;
        memset(heap, round ? 0xff : 0x41, sizeof *heap);
        make(heap);
        make(&each);
        heap = realloc(heap, 2 * sizeof *heap);
        make(heap + 1);
        make(heap);
        memset(heap + 1, 0, sizeof *heap);
        memcpy(heap + 1, &(void *[]){heap, heap, heap}, 3 * sizeof heap);
        make(heap + 1);
        free(heap);
    }
    pthread_mutex_init(&ready, NULL);
    mtx_t plain;
    mtx_init(&plain, mtx_plain);
    mtx_init(&plain, mtx_timed);
    assert(mtx_timedlock(&plain, &(struct timespec){0}) == thrd_success);
    return 0;
}
