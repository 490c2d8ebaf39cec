//: expect bug freed 20
//: both
// Between the look at the flag and the use of the object another thread may set the flag and free
// the object.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct {
    int number;
} Object;
static Object *object;
static atomic_int gone;
static int sum;

static void *use(void *argument)
{
    if (gone)
        return argument;
    sum = object->number;
    return argument;
}
int main(void)
{
    pthread_t t;
    object = calloc(1, sizeof *object);
    pthread_create(&t, 0, use, 0);
    gone = 1;
    free(object);
    pthread_join(t, 0);
    return sum;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=summarize
