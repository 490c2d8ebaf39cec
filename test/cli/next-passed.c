// How large it is says a number behind a cast, and one that is passed to a parameter; the 700 says nothing, and the 16 belongs to
// something else.
#include <pthread.h>
#include <stdio.h>

#define BYTES 16

static char text[BYTES];
static int sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    long rounds = (long)1e5;
    for (long i = 0; i < rounds; i++) {
        pthread_mutex_lock(&lock);
        sum++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void test(int label, int count)
{
    pthread_t threads[20];
    for (int i = 0; i < count; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    snprintf(text, BYTES, "%d", label);
}

int main(void)
{
    test(700, 9);
    test(700, 16);
    return 0;
}
