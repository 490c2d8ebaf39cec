//: prove failed --int=math
//: failed other_member performs 22 p->n
//: failed one_short performs 31 the block changes something that the action does not modify
//: failed one_more performs 43 sum == \old(sum) + n
//: failed other_array performs 53 the block changes
#include <pthread.h>
struct s {
    pthread_mutex_t m;
    int sum, n;
};
static pthread_mutex_t m;
static int sum, a[8], b[8];
/*@ performs action (p->sum) { \old(unlocked(p->m)) } */
void other_member(struct s *p, int n)
{
    pthread_mutex_lock(&p->m);
    for (int i = 0; i < n; i++) {
        p->sum += i;
        p->n = 1;
    }
    pthread_mutex_unlock(&p->m);
}
/*@ performs action (a[0], a[1], a[2], a[3], a[4], a[5], a[6]) { \old(unlocked(m)) } */
void one_short(void)
{
    pthread_mutex_lock(&m);
    for (int i = 0; i < 8; i++) {
        a[i] = 0;
    }
    pthread_mutex_unlock(&m);
}
/*@ requires n >= 0 performs action (sum) { \old(unlocked(m)) && sum == \old(sum) + n } */
void one_more(int n)
{
    pthread_mutex_lock(&m);
    sum++;
    int s0 = sum;
    for (int i = 0; i < n; i++)
    /*@ invariant i >= 0 && i <= n && sum == s0 + i */ {
        sum++;
    }
    pthread_mutex_unlock(&m);
}
/*@ performs action (a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]) { \old(unlocked(m)) } */
void other_array(void)
{
    pthread_mutex_lock(&m);
    for (int i = 0; i < 8; i++) {
        a[i] = 0;
        b[i] = 1;
    }
    pthread_mutex_unlock(&m);
}
