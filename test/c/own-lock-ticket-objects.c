//: expect safe
//: options --engine=explore
//: states 26
// Ticket locks in structs, in an array and on the heap, given back by adding one; a flag that they
// protect.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct desk {
    int x;
    atomic_uint next, serving;
    _Bool busy[2];
    int y;
};
static struct desk row[2], *heap;

static void change(struct desk *d, int who)
{
    unsigned mine = d->next++, now;
    do
        now = d->serving;
    while (now != mine);
    d->busy[who] = 1;
    assert(!d->busy[1 - who]);
    d->x++;
    d->y++;
    assert(d->x == d->y);
    d->busy[who] = 0;
    d->serving++;
}

static void *run(void *p)
{
    int who = p != 0;
    change(&row[0], who);
    change(&row[1], who);
    change(heap, who);
    change(&row[0], who);
    return 0;
}

int main(void)
{
    pthread_t t;
    int one;
    heap = calloc(1, sizeof *heap);
    pthread_create(&t, 0, run, &one);
    run(0);
    pthread_join(t, 0);
    assert(row[0].x == 4 && heap->y == 2);
    return 0;
}
