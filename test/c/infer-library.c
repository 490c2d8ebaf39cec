//: expect safe
// What the library keeps for itself is not listed by `heddle infer`
// (test/cli/c-infer-library.test).
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void leave(void *unused)
{
    (void)unused;
}

static void *work(void *file)
{
    char text[16];
    sem_t *s = sem_open("/s", O_CREAT, 0600, 1);
    FILE *log = file ? fopen(file, "w") : NULL;
    pthread_cleanup_push(leave, NULL);
    pthread_mutex_lock(&lock);
    snprintf(text, sizeof text, "%d %s", ++shared, "times");
    pthread_mutex_unlock(&lock);
    pthread_cleanup_pop(1);
    sem_wait(s);
    if (log)
        fprintf(log, "%s %d", text, errno);
    sem_post(s);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work("log");
    pthread_join(t, NULL);
    return 0;
}
