// Annotations: what becomes of each of them stands in notes.txt, to be read line by line.
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum { SLOTS = 4 };

struct box {
    pthread_mutex_t m;
    pthread_rwlock_t rw;
    int plain;                                           /*@ accessible_if holds(m) */
    int limit; /*@ readable_if reads(rw) || holds(rw) */ /*@ writable_if holds(rw) */
    int slots[SLOTS];  /*@ accessible_if[j] j < 2 ? holds(m) : unlocked(m) */
    unsigned a : 4, b; /* a comment that is no annotation: accessible_if false */
    /*@ ghost unsigned owner; */
    /*@ invariant owner == 0 || plain > 0 */
};

static struct box box;
static int count;

/*@ requires n > 0 && holds(box.m)
    performs action "Add": (count, box.slots[n % SLOTS]) { count == \old(count) + n && \result } */
static bool add(int n)
{
    count += n;
    /*@ witness "Add" */
    return true;
}

/*@ performs (action "Up": (count) { count > \old(count) })*; action "Down": () { !count } [] action () { \result == -1 } */
static int loops(int n)
{
    /*@ invariant 0 <= n && (\forall int i; 0 <= i && i < SLOTS; box.slots[i] >= 0 ==> n != i) */
    while (n > 0)
        n--;
    /*@ ghost box.owner = tid; */
    return n == 0 ? -1 : 0;
}

/*@ requires holds(box.m); modifies box.plain; ensures box.plain == \old(box.plain) - 1; */
static void sequential(void)
{
    box.plain--;
}

int main(void)
{
    pthread_mutex_lock(&box.m);
    add(2);
    sequential();
    pthread_mutex_unlock(&box.m);
    return loops(1);
}
