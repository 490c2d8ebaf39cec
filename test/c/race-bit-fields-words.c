//: expect bug race
//: both
// Bit-fields beside each other are one memory location, in whatever words the compiler keeps them.
#include <pthread.h>
#include <stdlib.h>

struct flags {
    unsigned long left : 40;
    unsigned long : 4; // has no name, and some width
    unsigned long right : 40;
};
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *set_left(void *of)
{
    pthread_mutex_lock(&locks[0]);
    ((struct flags *)of)->left = 1;
    pthread_mutex_unlock(&locks[0]);
    return of;
}

int main(void)
{
    pthread_t t;
    struct flags *both = calloc(1, sizeof *both);
    pthread_create(&t, NULL, set_left, both);
    pthread_mutex_lock(&locks[1]);
    both->right = 2;
    pthread_mutex_unlock(&locks[1]);
    pthread_join(t, NULL);
    free(both);
    return 0;
}
//: also --memory-model=rc11
