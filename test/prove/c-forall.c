//: prove proved
// Quantifiers in actions and in invariants of loops.
#include <pthread.h>

enum { N = 8 };

struct pool {
    pthread_mutex_t m;
    int used[N]; /*@ accessible_if holds(m) */
};

/*@ performs action "Full": () {
        \result == -1 && (\forall int i; 0 <= i && i < N; p->used[i] != 0) }
          [] action "Get": (p->used[\result]) {
        0 <= \result && \result < N && \old(p->used[\result]) == 0 && p->used[\result] == 1 } */
int get(struct pool *p)
{
    int k;
    pthread_mutex_lock(&p->m);
    /*@ invariant k >= 0 && k <= N && (\forall int i; 0 <= i && i < k; p->used[i] != 0) */
    for (k = 0; k < N; k++)
        if (!p->used[k])
            break;
    if (k < N)
        p->used[k] = 1;
    else
        k = -1;
    pthread_mutex_unlock(&p->m);
    return k;
}

/*@ performs action () {
        \result == (\exists unsigned i; 0 <= i && i < N; p->used[i] == v) } */
_Bool has(struct pool *p, int v)
{
    _Bool yes = 0;
    pthread_mutex_lock(&p->m);
    for (unsigned k = 0; k < N && !yes; k++)
    /*@ invariant k <= N && yes == (\exists unsigned i; 0 <= i && i < k; p->used[i] == v) */
    {
        yes = p->used[k] == v;
    }
    pthread_mutex_unlock(&p->m);
    return yes;
}

/*@ requires (\forall int i; 0 <= i && i < 2; (\exists int j; i <= j && j <= i + 1; j == n)) */
void nested(int n)
{
    if (n != 1)
        for (;;)
            continue;
}
