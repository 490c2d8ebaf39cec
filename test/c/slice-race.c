//: expect bug race 10
//: both
// Nobody looks at the value, and yet two threads write it at the same time.
#include <pthread.h>

static int last;

static void *work(void *me)
{
    last = me != 0;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, &a);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
