//: expect bug race
//: options --property=race
// A struct that is assigned to itself is read and written.
#include <pthread.h>

struct all {
    int a[8];
};
static struct all all;

static void *assign(void *argument)
{
    struct all *same = &all;
    all = *same;
    return argument;
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, assign, 0);
    all.a[1] = 1;
    pthread_join(a, 0);
    return 0;
}
