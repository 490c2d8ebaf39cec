//: expect safe
//: both
// Semaphores with names: the same name is the same semaphore, until it is unlinked.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static int done;

static void *work(void *name)
{
    sem_t *s = sem_open(name, 0);
    assert(s != SEM_FAILED);
    done = 1;
    sem_post(s);
    return NULL;
}

int main(void)
{
    pthread_t t;
    assert(sem_open("/a", 0) == SEM_FAILED && errno == ENOENT);
    sem_t *a = sem_open("/a", O_CREAT, 0600, 0), *b = sem_open("/b", O_CREAT, 0600, 1);
    assert(a != SEM_FAILED && b != SEM_FAILED && a != b);
    assert(sem_open("/a", O_CREAT | O_EXCL, 0600, 0) == SEM_FAILED && errno == EEXIST);
    assert(sem_wait(b) == 0);
    pthread_create(&t, NULL, work, "/a");
    sem_wait(a);
    assert(done);
    pthread_join(t, NULL);
    assert(sem_close(a) == 0 && sem_unlink("/a") == 0 && sem_unlink("/a") == -1);
    return 0;
}
