// Names of objects depend on the pointers in frames, in their order: calls that pass one, returns that drop the last one, and
// registers that change between a global and an object.  Steps that leave all of this as it is are recalled.
//: expect safe
//: both
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct cell {
    int value;
    struct cell *next;
};
static struct cell spare;
static int turns;
static int look(struct cell *c)
{
    return c->value;
}
static struct cell *other(struct cell *a, struct cell *b)
{
    return a->value > b->value ? a : b;
}
static int drop(int value)
{
    struct cell *c = malloc(sizeof *c);
    if (!c)
        return value;
    c->value = value;
    c->next = &spare;
    int sum = look(c) + look(c->next);
    free(c);
    return sum;
}
static void *work(void *argument)
{
    int me = *(int *)argument;
    struct cell *a = malloc(sizeof *a), *b = malloc(sizeof *b), *at;
    if (!a || !b)
        exit(0);
    a->value = me;
    b->value = 3 - me;
    a->next = b;
    b->next = &spare;
    for (at = a; at != &spare; at = at->next)
        __atomic_fetch_add(&turns, look(at), __ATOMIC_SEQ_CST);
    at = other(a, b);
    assert(at->value == 2 && drop(me) == me);
    a = at == a ? b : a;
    free(a);
    assert(look(at) == 2);
    free(at);
    return 0;
}
int main(void)
{
    int names[2] = {1, 2};
    pthread_t t[2];
    for (int k = 0; k < 2; k++)
        if (pthread_create(&t[k], 0, work, &names[k]))
            return 0;
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], 0);
    assert(turns == 6);
    return 0;
}
