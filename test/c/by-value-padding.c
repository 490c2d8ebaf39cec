//: expect safe
// Padding need not be written, and scalars of all sizes arrive.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct mixed {
    short a;
    char b;
    long long c;
};
struct small {
    short a;
    char b;
};
struct tagged {
    int tag;
    union {
        int *pointer;
        long number;
    } u;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct mixed *mixed;
static struct small *small;
static struct tagged *tagged;
static int number = 7;

static long long sum(struct mixed m, struct small s, struct tagged t)
{
    return m.a + m.b + m.c + s.a + s.b + *t.u.pointer;
}

static void *work(void *arg)
{
    pthread_mutex_lock(&lock);
    assert(sum(*mixed, *small, *tagged) == 22);
    mixed->b = 3;
    small->b = 4;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t thread;
    mixed = malloc(sizeof *mixed), small = malloc(sizeof *small), tagged = malloc(sizeof *tagged);
    mixed->a = 1, mixed->b = 2, mixed->c = 3;
    small->a = 4, small->b = 5;
    tagged->tag = 1, tagged->u.pointer = &number;
    pthread_create(&thread, NULL, work, NULL);
    pthread_mutex_lock(&lock);
    assert(sum(*mixed, *small, *tagged) == 22);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
