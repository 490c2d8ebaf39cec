//: expect bug race
// Nobody guards the environment.
#include <pthread.h>
#include <stdlib.h>

static void *set(void *unused)
{
    setenv("MODE", "fast", 1);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    char *mode = getenv("MODE");
    pthread_join(t, 0);
    return mode != 0;
}
