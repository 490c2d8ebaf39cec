//: expect bug race
//: errors 7
//: options --all-errors
//: output `maker` allocates it in line 46;
// Who learns of memory by a relaxed read does not know that it is there: malloc may change what it gives (C17 7.22.3.2), calloc
// does, and nobody may touch a variable that is not there yet (6.2.4.2).  GenMC calls such an access an error, too (malloc-not-hb2).
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int which;
static _Atomic(atomic_int *) shared;
static atomic_int done;

static void *other(void *unused)
{
    atomic_int *p = atomic_load_explicit(&shared, memory_order_relaxed);
    if (!p)
        return unused;
    if (which == 0)
        atomic_store_explicit(p, 1, memory_order_relaxed);
    else if (which == 1)
        *(int *)p = 1;
    else if (which == 2)
        free(p);
    else if (which == 3)
        return atomic_load_explicit(p, memory_order_relaxed) ? unused : NULL;
    else if (which == 4)
        atomic_fetch_add_explicit(p, 1, memory_order_acq_rel);
    else if (which == 5)
        atomic_store_explicit(p + 2, 1, memory_order_release);
    else
        atomic_store_explicit(p, 1, memory_order_relaxed);
    return unused;
}

static void *maker(void *unused)
{
    atomic_int local, *p = &local;
    if (which == 3 || which == 4)
        p = calloc(1, sizeof *p);
    else if (which == 5)
        p = realloc(malloc(sizeof *p), 4 * sizeof *p);
    else if (which != 6)
        p = malloc(sizeof *p);
    atomic_store_explicit(&shared, p, memory_order_relaxed);
    if (which == 6)
        while (!atomic_load(&done))
            ;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    which = (int)heddle_choose(0, 6);
    pthread_create(&a, NULL, maker, NULL);
    pthread_create(&b, NULL, other, NULL);
    pthread_join(b, NULL);
    atomic_store(&done, 1);
    pthread_join(a, NULL);
}
