//: expect bug race
//: errors 9
//: options --all-errors
// Each of these reads or writes races with what the other thread has done before it set a relaxed flag, and with that alone: in
// the other order the flag is not set.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

union parts {
    uint64_t all;
    uint32_t half[2];
    uint8_t byte[8];
};
struct cell {
    atomic_int x;
    int rest[3];
};
union both {
    struct {
        int guarded, loose;
    };
    uint64_t all;
};

static atomic_int early, late;
static int which;
static union parts behind, before;
static int next[2], twice;
static struct cell assigned, copied, stored, other;
static int *_Atomic lead;
static union both pair;
static atomic_int row[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void write_halves(union parts *parts, int again)
{
    parts->all = 0x0101010101010101u;
    atomic_store_explicit(&early, 1, memory_order_relaxed);
    parts->half[again] = 7;
}

static int look_at_both(void)
{
    pthread_mutex_lock(&lock);
    pair.guarded = 1;
    uint64_t seen = pair.all;
    pthread_mutex_unlock(&lock);
    return seen > 1;
}

static void *writer(void *unused)
{
    switch (which) {
    case 0:
        write_halves(&behind, 0);
        break;
    case 1:
        write_halves(&before, 1);
        break;
    case 2:
        next[0] = 1;
        next[1] = 1;
        break;
    case 3:
        twice++;
        break;
    case 4:
        atomic_store_explicit(&assigned.x, 1, memory_order_relaxed);
        break;
    case 5:
        atomic_store_explicit(&copied.x, 1, memory_order_relaxed);
        break;
    case 6:
        atomic_store_explicit(&stored.x, 1, memory_order_relaxed);
        break;
    case 7:
        look_at_both();
        break;
    case 8:
        atomic_store_explicit(&row[1], 1, memory_order_relaxed);
        break;
    }
    atomic_store_explicit(&late, 1, memory_order_relaxed);
    return unused;
}

static int look(void)
{
    switch (which) {
    case 0:
        return behind.byte[7]; /* the second half was written once */
    case 1:
        return before.byte[0]; /* the first one */
    case 2:
        return next[1]; /* it lies next to what was written before */
    case 3:
        return twice; /* it was read, too, at the same time */
    case 4:
        assigned = other; /* that is how it is accessed but for the atomic store */
        return 0;
    case 5:
        other = copied; /* the same */
        return 0;
    case 6:
        lead = (int *)&stored.x;
        return *lead; /* its address is known in memory */
    case 7:
        pair.loose = 1; /* that both were read with the lock does not mean that this is guarded */
        return 0;
    case 8:
        return ((int *)row)[heddle_choose(0, 1)]; /* its address is computed */
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    int seen = 0;
    which = heddle_choose(0, 8);
    pthread_create(&t, NULL, writer, NULL);
    if (atomic_load_explicit(&late, memory_order_relaxed))
        seen = look();
    pthread_join(t, NULL);
    return seen > 100;
}
