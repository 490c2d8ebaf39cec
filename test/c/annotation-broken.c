//: expect bug access 31
//: both
//: output box.item.value is written against its predicate: accessible_if MINE(lock)
//: output does not hold: tid = thread 0.0, box.item.lock = none
// The predicate of a member, in a header, is about the struct that is touched.
#include "annotated.h"
#include <stddef.h>

int shared;
pthread_mutex_t shared_lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    int before;
    struct item item;
} box = {.item.lock = PTHREAD_MUTEX_INITIALIZER};

static void *right(void *argument)
{
    struct item *i = argument;
    pthread_mutex_lock(&i->lock);
    i->value++;
    pthread_mutex_unlock(&i->lock);
    return argument;
}

static void *wrong(void *argument)
{
    struct item *i = argument;
    pthread_mutex_lock(&shared_lock);
    shared++;
    pthread_mutex_unlock(&shared_lock);
    i->value = 7;
    return argument;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, wrong, &box.item);
    right(&box.item);
    pthread_join(a, NULL);
    return 0;
}
//: also --engine=summarize
