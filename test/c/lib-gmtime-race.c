//: expect bug race
//: output calendar_result
// What gmtime gives back is one object for all threads.
#include <pthread.h>
#include <time.h>

static void *year(void *at)
{
    time_t when = 0;
    *(int *)at = gmtime(&when)->tm_year;
    return 0;
}

int main(void)
{
    int a, b;
    pthread_t t;
    pthread_create(&t, 0, year, &a);
    year(&b);
    pthread_join(t, 0);
    return 0;
}
