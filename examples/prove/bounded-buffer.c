//: prove proved
//: expect safe
// A ring of four slots behind one lock, with condition variables to wait for room and for values.
#include <pthread.h>

enum { SLOTS = 4 };

struct buffer {
    pthread_mutex_t m;
    pthread_cond_t room, full;
    int slots[SLOTS]; /*@ accessible_if holds(m) */
    unsigned begin;   /*@ accessible_if holds(m) */
    unsigned count;   /*@ accessible_if holds(m) */
};

/*@ performs action "Put": (b->count, b->slots[(b->begin + b->count) % SLOTS]) {
        \old(unlocked(b->m)) && \old(b->count) < SLOTS && b->count == \old(b->count) + 1 &&
        b->slots[(b->begin + \old(b->count)) % SLOTS] == v } */
static void put(struct buffer *b, int v)
{
    pthread_mutex_lock(&b->m);
    while (b->count >= SLOTS)
        pthread_cond_wait(&b->room, &b->m);
    b->slots[(b->begin + b->count) % SLOTS] = v;
    b->count++;
    pthread_cond_signal(&b->full);
    pthread_mutex_unlock(&b->m);
}

/*@ performs action "Get": (b->count, b->begin) {
        \old(unlocked(b->m)) && \old(b->count) > 0 && b->count == \old(b->count) - 1 &&
        b->begin == (\old(b->begin) + 1) % SLOTS && \result == \old(b->slots[b->begin % SLOTS]) } */
static int get(struct buffer *b)
{
    pthread_mutex_lock(&b->m);
    while (b->count == 0)
        pthread_cond_wait(&b->full, &b->m);
    int v = b->slots[b->begin % SLOTS];
    b->begin = (b->begin + 1) % SLOTS;
    b->count--;
    pthread_cond_signal(&b->room);
    pthread_mutex_unlock(&b->m);
    return v;
}

static struct buffer shared;

static void *worker(void *unused)
{
    (void)unused;
    put(&shared, 7);
    return NULL;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, worker, NULL);
    get(&shared);
    pthread_join(a, NULL);
    return 0;
}
