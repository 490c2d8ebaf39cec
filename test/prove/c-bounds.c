//: prove failed
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>
struct s {
    pthread_mutex_t m;
    int x;
    int y;
    struct s *next;
};

struct b {
    pthread_mutex_t m;
    int a[4];
    int z;
};
/*@ requires holds(p->m) */
void f(struct b *p, int i)
{
    p->z = 1;
    p->a[i] = 2;
    assert(p->z == 1);
}
