//: expect safe
// A number that is given to write or fwrite is seen by others, as one that is printed is: to count it is to get on.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static _Atomic int stop;
static int written, shown;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    while (!stop) {
        pthread_mutex_lock(&m);
        written = !written;
        shown = !shown;
        pthread_mutex_unlock(&m);
    }
    return unused;
}

static void *show(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&m);
        int copy = written;
        pthread_mutex_unlock(&m);
        write(1, &copy, sizeof copy);
        pthread_mutex_lock(&m);
        fwrite(&shown, sizeof shown, 1, stdout);
        pthread_mutex_unlock(&m);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, show, NULL);
    pthread_join(a, NULL);
    return 0;
}
