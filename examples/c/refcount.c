//: expect safe
//: both
// Reference counting with an atomic counter: the last one frees the object.
//
//     heddle check examples/c/refcount.c
//
// Each thread gets a reference of its own, reads the object, passes a reference on to a helper
// function and drops it.  Whoever brings the counter to zero frees the object, and nobody else
// touches it.
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
    int before = atomic_fetch_sub(&o->references, 1);
    assert(before > 0);
    if (before == 1) {
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
