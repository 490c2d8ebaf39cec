//: expect bug assert
//: options --property=assert
// A lock that the second pointer of a struct leads to, which changes, while the first one does not.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

typedef struct {
    pthread_mutex_t lock;
} Lock;
static struct {
    Lock *fixed, *moves;
} p;
static pthread_mutex_t way = PTHREAD_MUTEX_INITIALIZER;
static int counted;

static void *moves(void *unused)
{
    pthread_mutex_lock(&way);
    p.moves = p.fixed;
    Lock *own = p.moves;
    pthread_mutex_lock(&own->lock), pthread_mutex_unlock(&way);
    counted = 1, counted = 0;
    pthread_mutex_unlock(&own->lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    p.fixed = malloc(sizeof(Lock)), p.moves = malloc(sizeof(Lock));
    pthread_mutex_init(&p.fixed->lock, NULL), pthread_mutex_init(&p.moves->lock, NULL);
    pthread_create(&t, NULL, moves, NULL);
    pthread_mutex_lock(&way);
    Lock *own = p.moves;
    pthread_mutex_lock(&own->lock), pthread_mutex_unlock(&way);
    assert(counted == 0);
    pthread_mutex_unlock(&own->lock);
    return 0;
}
