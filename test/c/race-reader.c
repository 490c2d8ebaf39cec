//: expect bug race 14
// Only one of the two writes: a race all the same.
#include <pthread.h>
int x;
static void *set(void *u)
{
    x = 1;
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    int y = x;
    pthread_join(t, 0);
    return y == 7;
}
