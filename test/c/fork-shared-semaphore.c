//: expect unknown
//: output a semaphore with a name
// No deadlock: the child posts.
#include <fcntl.h>
#include <semaphore.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    sem_t *s = sem_open("/done", O_CREAT, 0600, 0);
    if (s == SEM_FAILED)
        return 1;
    if (fork() == 0) {
        sem_post(s);
        _exit(0);
    }
    sem_wait(s);
    wait(NULL);
    return 0;
}
