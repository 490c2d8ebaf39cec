//: prove proved
//: shown
// More elements than the machine has fields for: prove sees them all, in the text form, too.
#include <pthread.h>

struct slot {
    pthread_mutex_t m;
    int count; /*@ accessible_if holds(m) */
    int twice; /*@ accessible_if holds(m) */
};

struct table {
    int rounds;
    struct slot slots[100];
};

static struct table shared;

/*@ requires i >= 0 && i < 100
    performs action (t->slots[i].count, t->slots[i].twice) {
        t->slots[i].count == \old(t->slots[i].count) + 1 && t->slots[i].twice == 2 * t->slots[i].count } */
void add(struct table *t, int i)
{
    pthread_mutex_lock(&t->slots[i].m);
    t->slots[i].count++;
    t->slots[i].twice = 2 * t->slots[i].count;
    pthread_mutex_unlock(&t->slots[i].m);
}

void both(void)
{
    add(&shared, 1);
    add(&shared, 99);
}
