//: prove proved
// A loop that writes what a lock guards
#include <pthread.h>
struct s {
    pthread_mutex_t m;
    int sum;
};
/*@ performs action (p->sum) { \old(unlocked(p->m)) } */
void add_n(struct s *p, int n)
{
    pthread_mutex_lock(&p->m);
    for (int i = 0; i < n; i++)
        p->sum += i;
    pthread_mutex_unlock(&p->m);
}
