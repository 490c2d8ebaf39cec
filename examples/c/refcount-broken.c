//: expect bug freed 44
//: both
// Reference counting that decrements, and then looks at the counter a second time.
//
//     heddle check examples/c/refcount-broken.c
//
// Two threads drop their references.  Both decrement the counter, and only then both read it: both
// find zero, and the second one touches (and would free) what the first one has freed.  Worse:
// between the two accesses of the slower thread the object may be gone.  refcount.c decides by the
// value that the decrement itself returns.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { THREADS = 2 };

typedef struct Object {
    atomic_int references;
    int data;
} Object;

static atomic_int freed;

static Object *object_new(int data)
{
    Object *o = malloc(sizeof *o);
    if (!o)
        abort();
    atomic_init(&o->references, 1);
    o->data = data;
    return o;
}

static Object *object_get(Object *o)
{
    atomic_fetch_add(&o->references, 1);
    return o;
}

static void object_put(Object *o)
{
    atomic_fetch_sub(&o->references, 1);
    if (atomic_load(&o->references) == 0) {
        atomic_fetch_add(&freed, 1);
        free(o);
    }
}

static int read_and_drop(Object *o)
{
    int data = o->data;
    object_put(o);
    return data;
}

static void *work(void *argument)
{
    Object *o = argument;
    int data = read_and_drop(object_get(o));
    assert(data == 42);
    object_put(o);
    return NULL;
}

int main(void)
{
    pthread_t thread[THREADS];
    Object *o = object_new(42);
    for (int k = 0; k < THREADS; k++)
        pthread_create(&thread[k], NULL, work, object_get(o));
    object_put(o);
    for (int k = 0; k < THREADS; k++)
        pthread_join(thread[k], NULL);
    assert(freed == 1);
    return 0;
}
