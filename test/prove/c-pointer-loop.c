//: prove unknown
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
    int b;
};
struct t all[8];
pthread_mutex_t m;
void f(void)
{
    pthread_mutex_lock(&m);
    for (struct t *p = all; p < all + 8; p++)
        p->a = 1;
    pthread_mutex_unlock(&m);
}
