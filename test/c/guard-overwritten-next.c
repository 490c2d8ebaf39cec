//: expect bug assert 20
//: options --property=assert
//: both
// One write that begins in an element reaches the lock of the next one, which guards nothing from then on.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

typedef struct {
    pthread_mutex_t lock;
    int x, rest;
} Cell;
typedef long Loose __attribute__((aligned(4)));
static Cell *cells;

static void *work(void *argument)
{
    pthread_mutex_lock(&cells[1].lock);
    cells[1].x = 1;
    assert(cells[1].x == 1);
    pthread_mutex_unlock(&cells[1].lock);
    return argument;
}
int main(void)
{
    pthread_t t;
    cells = calloc(2, sizeof *cells);
    pthread_mutex_init(&cells[1].lock, 0);
    pthread_create(&t, 0, work, 0);
    *(Loose *)&cells[0].rest = 0;
    pthread_mutex_lock(&cells[1].lock);
    cells[1].x = 2;
    pthread_mutex_unlock(&cells[1].lock);
    pthread_join(t, 0);
    return 0;
}
