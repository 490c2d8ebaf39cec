//: expect bug assert
//: options --engine=explore --property=assert --all-errors
//: output other-thread.c:47:
//: output other-thread.c:61:
//: output other-thread.c:74:
//: output other-thread.c:90:
//: output other-thread.c:103:
//: output other-thread.c:115:
// Who touches memory while another thread holds its lock does not hold it himself: of a mutex and of a reader-writer lock. A lock
// behind the second pointer of a struct guards no more once that pointer has changed; elements that are cleared together
// need all of their locks, found through a pointer or beside them; and objects of two kinds, each the only one, have two locks.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
#define MUTEX PTHREAD_MUTEX_INITIALIZER
typedef struct {
    pthread_mutex_t lock;
    long x;
} Cell;
typedef struct {
    pthread_mutex_t first;
} One;
typedef struct {
    pthread_mutex_t second;
    int more;
} Other;
static pthread_mutex_t mutex = MUTEX;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int held, shared;
static long a, b, c, d[2], e;
static struct {
    Cell *first, *second;
} both;
static Cell *cells;
static pthread_mutex_t *locks;
static int form;

static void mutex_of_other(void)
{
    if (held) {
        long one = a, two = a;
        assert(one == two);
    }
}
static void writes_a(void)
{
    pthread_mutex_lock(&mutex);
    held = 1, a = 1, held = 0;
    pthread_mutex_unlock(&mutex);
}
static void readers_of_other(void)
{
    if (shared) {
        long one = b, two = b;
        /* the reader has gone, and a writer has come */
        assert(one == two);
    }
}
static void reads_b(void)
{
    pthread_rwlock_rdlock(&rw), shared = 1, shared = 0, pthread_rwlock_unlock(&rw);
    pthread_rwlock_wrlock(&rw), b = 1, pthread_rwlock_unlock(&rw);
}
static void behind_second(void)
{
    Cell *cell = both.second;
    pthread_mutex_lock(&cell->lock);
    long one = c, two = c;
    assert(one == two);
    pthread_mutex_unlock(&cell->lock);
}
static void moves_second(void)
{
    both.second = both.first;
    pthread_mutex_lock(&both.second->lock);
    c = 1;
    pthread_mutex_unlock(&both.second->lock);
}
static void element_of_pointer(void)
{
    pthread_mutex_lock(&locks[1]);
    d[1] = 1;
    long now = d[1];
    /* here both are cleared */
    assert(now == 1 && d[1] == 1);
    pthread_mutex_unlock(&locks[1]);
}
static void clears_d(void)
{
    pthread_mutex_lock(&locks[0]);
    __VERIFIER_atomic_begin(), memset(d, 0, sizeof d), __VERIFIER_atomic_end();
    pthread_mutex_unlock(&locks[0]);
}
static void only_one(One *own)
{
    pthread_mutex_lock(&own->first);
    long one = e, two = e;
    assert(one == two);
    pthread_mutex_unlock(&own->first);
}
static void only_other(Other *own)
{
    pthread_mutex_lock(&own->second), e = 1, pthread_mutex_unlock(&own->second);
}
static void beside(void)
{
    pthread_mutex_lock(&cells[1].lock);
    long one = cells[1].x, two = cells[1].x;
    /* somebody has written it with the lock of the other element */
    assert(one == two);
    pthread_mutex_unlock(&cells[1].lock);
}
static void writes_beside(void)
{
    pthread_mutex_lock(&cells[0].lock);
    cells[1].x = 1;
    pthread_mutex_unlock(&cells[0].lock);
}
static void *reads(void *one)
{
    switch (form) {
    case 0:
        mutex_of_other();
        break;
    case 1:
        readers_of_other();
        break;
    case 2:
        behind_second();
        break;
    case 3:
        element_of_pointer();
        break;
    case 4:
        only_one(one);
        break;
    case 5:
        beside();
    }
    return NULL;
}
int main(void)
{
    pthread_t t;
    One *one = malloc(sizeof *one);
    Other *other = malloc(sizeof *other);
    both.first = malloc(sizeof(Cell)), both.second = malloc(sizeof(Cell));
    cells = malloc(2 * sizeof *cells), locks = malloc(2 * sizeof *locks);
    pthread_mutex_init(&one->first, NULL), pthread_mutex_init(&other->second, NULL);
    pthread_mutex_init(&both.first->lock, NULL), pthread_mutex_init(&both.second->lock, NULL);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_init(&cells[i].lock, NULL), pthread_mutex_init(&locks[i], NULL);
        cells[i].x = 0;
    }
    form = heddle_choose(0, 5);
    pthread_create(&t, NULL, reads, one);
    if (form == 0)
        writes_a();
    else if (form == 1)
        reads_b();
    else if (form == 2)
        moves_second();
    else if (form == 3)
        clears_d();
    else if (form == 4)
        only_other(other);
    else
        writes_beside();
    pthread_join(t, NULL);
    return 0;
}
