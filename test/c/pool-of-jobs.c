//: expect safe
//: output explore: the first choice
// Safe.  Workers call jobs through pointers.  No worker is a job, since it has another type: there is no recursion.
#include <pthread.h>
#include <stdlib.h>
#include <stdbool.h>
#include <assert.h>
#define T    2
#define JOBS 2
typedef struct job {
    void (*fn)(void *);
    void *arg;
    struct job *next;
} job;
typedef struct {
    pthread_mutex_t m;
    pthread_cond_t work, idle;
    job *head, **tail;
    int pending;
    bool stop;
    pthread_t th[T];
} pool;
static void *run(void *p_)
{
    pool *p = p_;
    pthread_mutex_lock(&p->m);
    for (;;) {
        while (!p->head && !p->stop)
            pthread_cond_wait(&p->work, &p->m);
        if (!p->head)
            break;
        job *j = p->head;
        p->head = j->next;
        if (!p->head)
            p->tail = &p->head;
        pthread_mutex_unlock(&p->m);
        j->fn(j->arg);
        free(j);
        pthread_mutex_lock(&p->m);
        if (--p->pending == 0)
            pthread_cond_broadcast(&p->idle);
    }
    pthread_mutex_unlock(&p->m);
    return NULL;
}
static void submit(pool *p, void (*fn)(void *), void *arg)
{
    job *j = malloc(sizeof *j);
    j->fn = fn;
    j->arg = arg;
    j->next = NULL;
    pthread_mutex_lock(&p->m);
    *p->tail = j;
    p->tail = &j->next;
    p->pending++;
    pthread_cond_signal(&p->work);
    pthread_mutex_unlock(&p->m);
}
static void drain(pool *p)
{
    pthread_mutex_lock(&p->m);
    while (p->pending)
        pthread_cond_wait(&p->idle, &p->m);
    pthread_mutex_unlock(&p->m);
}
static void addone(void *a)
{
    ++*(int *)a;
}
int main(void)
{
    pool *p = calloc(1, sizeof *p);
    p->tail = &p->head;
    pthread_mutex_init(&p->m, 0);
    pthread_cond_init(&p->work, 0);
    pthread_cond_init(&p->idle, 0);
    for (int i = 0; i < T; i++)
        pthread_create(&p->th[i], 0, run, p);
    int v[JOBS] = {0};
    for (int i = 0; i < JOBS; i++)
        submit(p, addone, &v[i]);
    drain(p);
    for (int i = 0; i < JOBS; i++)
        assert(v[i] == 1);
    pthread_mutex_lock(&p->m);
    p->stop = true;
    pthread_cond_broadcast(&p->work);
    pthread_mutex_unlock(&p->m);
    for (int i = 0; i < T; i++)
        pthread_join(p->th[i], 0);
    pthread_cond_destroy(&p->work);
    pthread_cond_destroy(&p->idle);
    pthread_mutex_destroy(&p->m);
    free(p);
    return 0;
}
