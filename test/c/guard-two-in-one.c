//: expect bug assert
//: options --property=assert
//: both
// Two locks in the object that a pointer leads to are two: each thread holds another one.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

typedef struct {
    pthread_mutex_t a, b;
} Locks;
static Locks *locks;
static int x;

static void *other(void *argument)
{
    pthread_mutex_lock(&locks->b);
    x = 1;
    assert(x == 1);
    pthread_mutex_unlock(&locks->b);
    return argument;
}
int main(void)
{
    pthread_t t;
    locks = malloc(sizeof *locks);
    pthread_mutex_init(&locks->a, 0);
    pthread_mutex_init(&locks->b, 0);
    pthread_create(&t, 0, other, 0);
    pthread_mutex_lock(&locks->a);
    x = 2;
    assert(x == 2);
    pthread_mutex_unlock(&locks->a);
    pthread_join(t, 0);
    return 0;
}
