//: prove failed
//: failed write_n access 23 n is written against its predicate
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static int n; /*@ readable_if reads(rw) || holds(rw); writable_if holds(rw) */
struct pair {
    int a;         //@ readable_if 1; writable_if holds(m);
    _Atomic int b; /*@ writable_if holds(m);
                       readable_if 1; */
};
static struct pair p;
int read_n(void)
{
    pthread_rwlock_rdlock(&rw);
    int result = n;
    pthread_rwlock_unlock(&rw);
    return result;
}
void write_n(int to)
{
    pthread_rwlock_rdlock(&rw);
    n = to;
    pthread_rwlock_unlock(&rw);
}
void write_b(int to)
{
    pthread_mutex_lock(&m);
    p.b = to;
    pthread_mutex_unlock(&m);
}
int read_b(void)
{
    return p.b;
}
