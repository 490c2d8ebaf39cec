//: expect safe
// Locks taken in the order of addresses, whichever that is: nobody waits for ever.  The order is one, and stays.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct account {
    pthread_mutex_t lock;
    int balance;
};
static struct account *a, *b;
static int before;

static void transfer(struct account *from, struct account *to)
{
    struct account *first = from < to ? from : to, *second = from < to ? to : from;
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    from->balance--;
    to->balance++;
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
}

static void *run(void *argument)
{
    transfer(b, a);
    assert((a < b) == before);
    return argument;
}

int main(void)
{
    pthread_t thread;
    a = calloc(1, sizeof *a), b = calloc(1, sizeof *b);
    if (!a || !b)
        exit(0);
    pthread_mutex_init(&a->lock, NULL);
    pthread_mutex_init(&b->lock, NULL);
    before = a < b;
    pthread_create(&thread, NULL, run, NULL);
    transfer(a, b);
    pthread_join(thread, NULL);
    struct account *c = malloc(sizeof *c);
    if (!c)
        exit(0);
    assert(!(a < b && b < c && c < a));
    free(c);
    assert(a->balance + b->balance == 0);
    free(a);
    free(b);
    return 0;
}
