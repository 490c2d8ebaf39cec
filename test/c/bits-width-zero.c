//: expect safe
// A bit-field of width 0 makes two memory locations of its neighbours.
#include <pthread.h>
struct flags {
    unsigned a : 4;
    unsigned : 0;
    unsigned b : 4;
} s;
static void *set(void *p)
{
    s.a = 1;
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    s.b = 2;
    pthread_join(t, 0);
    return 0;
}
