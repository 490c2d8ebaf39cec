//: expect bug assert
//: options --all-errors --property=assert
//: output broken.c:99:
//: output broken.c:102:
//: output broken.c:105:
//: output broken.c:108:
//: output broken.c:111:
//: output broken.c:114:
//: output broken.c:117:
//: output broken.c:120:
//: output broken.c:129:
//: output broken.c:132:
//: output broken.c:135:
//: output broken.c:138:
//: output broken.c:141:
//: output broken.c:144:
//: output broken.c:147:
//: output broken.c:150:
//: output broken.c:153:
//: output broken.c:156:
//: output broken.c:160:
// A lock of each kind guards something; one thread holds another one, or none.
#include <assert.h>
#include <heddle.h>
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

#define MUTEX PTHREAD_MUTEX_INITIALIZER
static pthread_mutex_t global = MUTEX, wrong = MUTEX, row[2] = {MUTEX, MUTEX};
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static Cell cells[2] = {{MUTEX, 0}, {MUTEX, 0}};
static Cell *heap;
static Pair *pair;
static pthread_mutex_t *locks;
static Alone *alone;
static long a, b[2], c, d[2], e, f, g;
static int form;

/* Writes twice what is zero otherwise, under a lock. */
#define WRITE(m, v) pthread_mutex_lock(m), v = 1, v = 0, pthread_mutex_unlock(m)
/* Reads it without a lock, or with another one. */
#define READ(m, v)                                                                                 \
    pthread_mutex_lock(m);                                                                         \
    assert(v == 0);                                                                                \
    pthread_mutex_unlock(m)

static void write_it(void)
{
    switch (form / 2) {
    case 0:
        WRITE(&global, a);
        break;
    case 1:
        WRITE(&cells[1].lock, cells[1].x);
        break;
    case 2:
        WRITE(&heap[1].lock, heap[1].x);
        break;
    case 3:
        WRITE(&row[1], b[1]);
        break;
    case 4:
        WRITE(&pair->second, c);
        break;
    case 5:
        WRITE(&pair->second, pair->y);
        break;
    case 6:
        WRITE(&locks[1], d[1]);
        break;
    case 7: {
        Alone *own = alone;
        WRITE(&own->only, e);
        break;
    }
    case 8:
        pthread_rwlock_wrlock(&rw), f = 1, f = 0, pthread_rwlock_unlock(&rw);
        break;
    case 9:
        pthread_rwlock_rdlock(&rw), g = 1, g = 0, pthread_rwlock_unlock(&rw);
    }
}
static void read_first(void)
{
    switch (form) {
    case 0:
        assert(a == 0);
        break;
    case 1:
        READ(&wrong, a);
        break;
    case 2:
        assert(cells[1].x == 0);
        break;
    case 3:
        READ(&cells[0].lock, cells[1].x);
        break;
    case 4:
        assert(heap[1].x == 0);
        break;
    case 5:
        READ(&heap[0].lock, heap[1].x);
        break;
    case 6:
        assert(b[1] == 0);
        break;
    case 7:
        READ(&row[0], b[1]);
        break;
    }
}
static void *read_it(void *unused)
{
    read_first();
    switch (form) {
    case 8:
        assert(c == 0);
        break;
    case 9:
        READ(&pair->first, c);
        break;
    case 10:
        assert(pair->y == 0);
        break;
    case 11:
        READ(&pair->first, pair->y);
        break;
    case 12:
        assert(d[1] == 0);
        break;
    case 13:
        READ(&locks[0], d[1]);
        break;
    case 14:
        assert(e == 0);
        break;
    case 15:
        READ(&wrong, e);
        break;
    case 16:
        assert(f == 0);
        break;
    case 17:
        READ(&wrong, f);
        break;
    case 18:
        pthread_rwlock_rdlock(&rw);
        assert(g == 0);
        pthread_rwlock_unlock(&rw);
    }
    return unused;
}
int main(void)
{
    pthread_t t;
    alone = malloc(sizeof *alone), heap = malloc(2 * sizeof *heap), pair = malloc(sizeof *pair);
    locks = malloc(2 * sizeof *locks);
    pthread_mutex_init(&alone->only, NULL), pthread_mutex_init(&pair->first, NULL);
    pthread_mutex_init(&pair->second, NULL), pair->y = 0;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_init(&heap[i].lock, NULL), pthread_mutex_init(&locks[i], NULL);
        heap[i].x = 0;
    }
    form = heddle_choose(0, 18);
    pthread_create(&t, NULL, read_it, NULL);
    write_it();
    pthread_join(t, NULL);
    return 0;
}
