//: expect bug assert 39
//: both
// A pointer in a struct that is copied to where others look gives away what it points to, and what
// that points to.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct {
    atomic_int *number;
    long other;
} Box;
static Box *place;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *change(void *argument)
{
    pthread_mutex_lock(&m);
    if (place->number)
        *place->number = 1;
    pthread_mutex_unlock(&m);
    return argument;
}
int main(void)
{
    pthread_t t;
    place = calloc(1, sizeof *place);
    pthread_create(&t, 0, change, 0);
    Box *own = malloc(sizeof *own);
    own->other = 1;
    own->number = malloc(sizeof *own->number);
    *own->number = 0;
    pthread_mutex_lock(&m);
    *place = *own;
    pthread_mutex_unlock(&m);
    int first = *own->number, second = *own->number;
    pthread_join(t, 0);
    assert(first == second);
    return 0;
}
//: also --engine=bound
