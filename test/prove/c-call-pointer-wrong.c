//: prove failed
//: failed keeps_value access 24 this may not hold: invariant n == 1
//: failed keeps_guess access 39 n is written against its predicate
//: failed gave_away access 50 this may not hold: invariant mine->cost == 3
//: failed breaks_invariant access 61 the invariant does not hold any more
//: failed not_taken access 77 n is written against its predicate
//: unknown may do anything that the predicates allow: what performs says of it is not known
// What the thread itself may write, a function that it calls may write.
#include <pthread.h>
#include <stdlib.h>
struct job {
    int cost;
};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;             /*@ accessible_if holds(m) */
static _Atomic int total; /*@ invariant total >= 0 */

void keeps_value(void (*visit)(void))
{
    pthread_mutex_lock(&m);
    n = 1;
    visit();
    int i = 0;
    /*@ invariant n == 1 */
    while (i < 3)
        i++;
    pthread_mutex_unlock(&m);
}

/* What a local variable remembers is not what memory holds any more. */
/*@ performs action (n) { n == \old(n) + 1 } */
void keeps_guess(int (*visit)(void))
{
    pthread_mutex_lock(&m);
    int before = n;
    pthread_mutex_unlock(&m);
    int held = visit();
    if (held)
        n = before + 1;
}

int gave_away(void (*visit)(struct job *))
{
    struct job *mine = malloc(sizeof *mine);
    if (!mine)
        return 0;
    mine->cost = 3;
    visit(mine);
    int i = 0;
    /*@ invariant mine->cost == 3 && 0 <= i && i <= 3 */
    while (i < 3)
        i++;
    return i;
}

int breaks_invariant(int (*price)(void))
{
    int old = total;
    if (old >= 0)
        total = price();
    return old;
}

/*@ performs action (n) { n == \old(n) + 1 } */
void says_nothing(void (*visit)(void))
{
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    visit();
}

/* The lock is not held because somebody else may have taken it. */
void not_taken(void (*take)(void))
{
    take();
    n = 2;
}

void write_cost(struct job *job, int to)
{
    pthread_mutex_lock(&m);
    job->cost = to;
    pthread_mutex_unlock(&m);
}
