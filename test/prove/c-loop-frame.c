//: prove proved --int=math
// loops that write shared data under their lock: what they leave alone is inferred
#include <pthread.h>
struct s {
    pthread_mutex_t m;
    int sum, n, slot[4];
};
static pthread_mutex_t m;
static int sum, a[8], b[8];
/*@ performs action (p->sum) { \old(unlocked(p->m)) } */
void add(struct s *p, int n)
{
    pthread_mutex_lock(&p->m);
    for (int i = 0; i < n; i++)
        p->sum += i;
    pthread_mutex_unlock(&p->m);
}
/*@ performs action (p->n, p->slot[0], p->slot[1], p->slot[2], p->slot[3]) { \old(unlocked(p->m)) && p->n == 0 } */
void reset(struct s *p)
{
    pthread_mutex_lock(&p->m);
    for (int i = 0; i < 4; i++)
        p->slot[i] = 0;
    p->n = 0;
    pthread_mutex_unlock(&p->m);
}
/*@ requires n >= 0 performs action (sum) { \old(unlocked(m)) && sum == \old(sum) + n } */
void add_n(int n)
{
    pthread_mutex_lock(&m);
    int s0 = sum;
    for (int i = 0; i < n; i++)
    /*@ invariant i >= 0 && i <= n && sum == s0 + i */ {
        sum++;
    }
    pthread_mutex_unlock(&m);
}
/*@ performs action (b[0]) { \old(unlocked(m)) } */
void total(void)
{
    pthread_mutex_lock(&m);
    for (int i = 0; i < 8; i++)
        b[0] += a[i];
    pthread_mutex_unlock(&m);
}
