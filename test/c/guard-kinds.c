//: expect safe
//: options --engine=explore
//: states 191
//: transitions 352
// A lock of each kind guards something, so that little can be interrupted: by itself, in the object, in the element, in the
// array of the same index, behind a pointer, behind a pointer to an array, in the only object, and for readers and writers.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

typedef struct {
    pthread_mutex_t lock;
    long x;
} Cell;
typedef struct {
    pthread_mutex_t first, second;
    long y;
} Pair;
typedef struct {
    pthread_mutex_t only;
} Alone;

static pthread_mutex_t global = PTHREAD_MUTEX_INITIALIZER,
                       row[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static Cell cells[2] = {{PTHREAD_MUTEX_INITIALIZER, 0}, {PTHREAD_MUTEX_INITIALIZER, 0}};
static Cell *heap;
static Pair *pair;
static pthread_mutex_t *locks;
static long a, b[2], c, d[2], e, f;

static void work(int i, Alone *alone)
{
    pthread_mutex_lock(&global), a++, a++, pthread_mutex_unlock(&global);
    pthread_mutex_lock(&cells[i].lock), cells[i].x++, cells[i].x++,
        pthread_mutex_unlock(&cells[i].lock);
    pthread_mutex_lock(&heap[i].lock), heap[i].x++, heap[i].x++,
        pthread_mutex_unlock(&heap[i].lock);
    pthread_mutex_lock(&row[i]), b[i]++, b[i]++, pthread_mutex_unlock(&row[i]);
    pthread_mutex_lock(&pair->second), c++, c++, pair->y++, pair->y++,
        pthread_mutex_unlock(&pair->second);
    pthread_mutex_lock(&locks[i]), d[i]++, d[i]++, pthread_mutex_unlock(&locks[i]);
    pthread_mutex_lock(&alone->only), e++, e++, pthread_mutex_unlock(&alone->only);
    pthread_rwlock_wrlock(&rw), f++, f++, pthread_rwlock_unlock(&rw);
    pthread_rwlock_rdlock(&rw);
    long seen = f;
    assert(seen == f);
    pthread_rwlock_unlock(&rw);
}
static void *other(void *alone)
{
    work(0, alone), work(1, alone);
    return NULL;
}
int main(void)
{
    pthread_t t;
    Alone *alone = malloc(sizeof *alone);
    heap = malloc(2 * sizeof *heap), pair = malloc(sizeof *pair), locks = malloc(2 * sizeof *locks);
    pthread_mutex_init(&alone->only, NULL), pthread_mutex_init(&pair->first, NULL),
        pthread_mutex_init(&pair->second, NULL);
    for (int i = 0; i < 2; i++)
        pthread_mutex_init(&heap[i].lock, NULL), pthread_mutex_init(&locks[i], NULL), heap[i].x = 0;
    pair->y = 0;
    pthread_create(&t, NULL, other, alone);
    work(0, alone);
    pthread_join(t, NULL);
    assert(a == 6 && c == 6 && e == 6 && f == 6 && pair->y == 6 && cells[0].x == 4 &&
           heap[1].x == 2 && b[0] == 4 && d[1] == 2);
    return 0;
}
