//: expect bug null 76
// As wide-passed.c, and wrong: what is there is forgotten, and one of the cells is lost.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

struct head {
    struct cell *first;
    uintptr_t count;
};
struct cell {
    struct cell *next;
    int value;
};
typedef union {
    struct head head;
    __int128 both;
} Head;
union words {
    struct {
        uint64_t low, high;
    } word;
    __int128 both;
};

static struct head list __attribute__((aligned(16)));
static struct cell cells[2];

static inline bool compare_words(__int128 *place, union words *expected, union words next)
{
    bool same;
    __asm__ __volatile__("lock cmpxchg16b %1\n\tsetz %0"
                         : "=q"(same), "+m"(*place), "+d"(expected->word.high),
                           "+a"(expected->word.low)
                         : "c"(next.word.high), "b"(next.word.low)
                         : "cc", "memory");
    return same;
}

static bool compare_both(__int128 *place, __int128 *expected, __int128 next)
{
    union words old = {.both = *expected}, new = {.both = next};
    bool same = compare_words(place, &old, new);
    if (!same)
        *expected = old.both;
    return same;
}

static void push(struct cell *cell)
{
    Head old, new;
    do {
        old.head.count = __atomic_load_n(&list.count, __ATOMIC_SEQ_CST);
        old.head.first = __atomic_load_n(&list.first, __ATOMIC_SEQ_CST);
        cell->next = NULL;
        new.head = (struct head){cell, old.head.count + 1};
    } while (!compare_both((__int128 *)&list, &old.both, new.both));
}

static void *work(void *unused)
{
    cells[0].value = 7;
    push(&cells[0]);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    push(&cells[1]);
    pthread_join(thread, NULL);
    assert(list.count == 2 && list.first - cells < 2);
    assert(list.first->next->next == NULL && list.first->value + list.first->next->value == 7);
    return 0;
}
