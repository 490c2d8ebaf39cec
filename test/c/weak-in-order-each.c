//: expect safe
// What none of these threads may be accused of.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static struct {
    unsigned low : 24, high : 8;
    int next;
} fields;
static union {
    struct {
        atomic_int x, y;
    };
    uint64_t both;
} pair;
static struct {
    atomic_int x, y;
} filled;
static atomic_int early, cleared;
static int which, counter;

static void count(void)
{
    counter++;
}

void __VERIFIER_atomic_count(void)
{
    count();
}

static void *writer(void *unused)
{
    switch (which) {
    case 0:
        ((unsigned char *)&fields)[3] = 1;
        break;
    case 1:
        atomic_store_explicit(&pair.x, 1, memory_order_relaxed);
        atomic_store_explicit(&pair.y, 1, memory_order_release);
        break;
    case 2:
        atomic_store_explicit(&filled.x, 1, memory_order_relaxed);
        atomic_store_explicit(&filled.y, 1, memory_order_release);
        break;
    case 3:
        __VERIFIER_atomic_count();
        break;
    }
    atomic_store_explicit(&early, 1, memory_order_relaxed);
    return unused;
}

/* Who knows that both cells are written anew reads what was written then, or what came later. */
static void *reader(void *unused)
{
    if (which == 1 && atomic_load_explicit(&cleared, memory_order_acquire)) {
        assert(atomic_load_explicit(&pair.x, memory_order_relaxed) != 1);
        assert(atomic_load_explicit(&pair.y, memory_order_relaxed) != 1);
    }
    if (which == 2 && atomic_load_explicit(&cleared, memory_order_acquire)) {
        assert(atomic_load_explicit(&filled.x, memory_order_relaxed) != 1);
        assert(atomic_load_explicit(&filled.y, memory_order_relaxed) != 1);
    }
    return unused;
}

static void clear(void)
{
    if (which == 1 && atomic_load_explicit(&pair.y, memory_order_acquire)) {
        pair.both = 0;
        atomic_store_explicit(&cleared, 1, memory_order_release);
        atomic_store_explicit(&pair.x, 2, memory_order_relaxed);
        atomic_store_explicit(&pair.y, 2, memory_order_relaxed);
    }
    if (which == 2 && atomic_load_explicit(&filled.y, memory_order_acquire)) {
        memset((void *)&filled, 0, sizeof filled);
        atomic_store_explicit(&cleared, 1, memory_order_release);
        atomic_store_explicit(&filled.x, 2, memory_order_relaxed);
        atomic_store_explicit(&filled.y, 2, memory_order_relaxed);
    }
}

int main(void)
{
    pthread_t t, u;
    which = heddle_choose(0, 3);
    pthread_create(&u, NULL, reader, NULL);
    pthread_create(&t, NULL, writer, NULL);
    if (which == 0)
        fields.next = 1; /* beside the bytes of both bit-fields */
    else if (which == 3)
        __VERIFIER_atomic_count(); /* at once, also what is called */
    else
        clear();
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
