//: expect bug race 20
//: options --property=race
// To print a string is to read it: here without the lock.
#include <pthread.h>
#include <stdio.h>

static char name[4] = "ab";
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *rename_it(void *unused)
{
    pthread_mutex_lock(&lock);
    name[0] = 'c';
    pthread_mutex_unlock(&lock);
    return unused;
}

static void show(void)
{
    printf("%d: %s\n", 1, name);
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, rename_it, NULL);
    show();
    pthread_join(t, NULL);
    return 0;
}
