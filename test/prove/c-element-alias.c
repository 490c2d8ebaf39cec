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

struct t {
    int a;
};
struct t all[8];
pthread_mutex_t m;
/*@ requires holds(m) && i > 0 && i < 8 */
void f(struct t *p, int i)
{
    p->a = 1;
    all[i].a = 2;
    assert(p->a == 1);
}
