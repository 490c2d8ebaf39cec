//: prove failed
//: failed f access 24 the assertion may fail: h.a == 1
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
    int a, b, c, d, e, f;
};
struct t g, h;
pthread_mutex_t m;
void f(void)
{
    pthread_mutex_lock(&m);
    h.a = 1;
    h = g;
    assert(h.a == 1);
    pthread_mutex_unlock(&m);
}
//: shown
