//: expect safe
//: options --memory-model=sc --engine=explore
// A thread that waits where POSIX lets it be cancelled ends there, whatever it waits for; where it does not, or where the thread has
// forbidden it, the thread goes on. The processor says the same.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static int empty[2], full[2], pair[2], counter, list, cleaned;
static sem_t none;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_t main_thread;
static sigset_t usr1, all;
static const struct timespec long_time = {1000, 0};

static void clean(void *held)
{
    if (held)
        pthread_mutex_unlock(held); /* it has the mutex again */
    cleaned++;
}

static void wait_for(int kind)
{
    char byte[8] = "";
    struct pollfd in = {.fd = empty[0], .events = POLLIN};
    struct epoll_event got;
    fd_set set;
    int number;
    switch (kind) {
    case 0:
        read(empty[0], byte, 1);
        break;
    case 1:
        write(full[1], byte, 1);
        break;
    case 2:
        recv(pair[0], byte, 1, 0);
        break;
    case 3:
        read(counter, byte, 8);
        break;
    case 4:
        poll(&in, 1, -1);
        break;
    case 5:
        FD_ZERO(&set);
        FD_SET(empty[0], &set);
        select(empty[0] + 1, &set, NULL, NULL, NULL);
        break;
    case 6:
        epoll_wait(list, &got, 1, -1);
        break;
    case 7:
        sem_wait(&none);
        break;
    case 8:
        while (1)
            pthread_cond_wait(&c, &m);
    case 9:
        pthread_join(main_thread, NULL);
        break;
    case 10:
        sigwait(&usr1, &number);
        break;
    case 11:
        sigwaitinfo(&usr1, NULL);
        break;
    case 12:
        sigsuspend(&all);
        break;
    case 13:
        pause();
        break;
    }
}

/* What does not wait, and is a point where the thread may end, too. */
static void pass(int kind)
{
    char byte = 0;
    sem_t one;
    switch (kind) {
    case 14:
        sleep(1000);
        break;
    case 15:
        usleep(900000);
        break;
    case 16:
        nanosleep(&long_time, NULL);
        break;
    case 17:
        clock_nanosleep(CLOCK_MONOTONIC, 0, &long_time, NULL);
        break;
    case 18:
        pthread_testcancel();
        break;
    case 19:
        close(-1);
        break;
    case 20:
        read(-1, &byte, 1);
        break;
    case 21:
        write(-1, &byte, 1);
        break;
    case 22:
        open("", O_RDONLY);
        break;
    case 23:
        recv(-1, &byte, 1, 0);
        break;
    case 24:
        send(-1, &byte, 1, 0);
        break;
    case 25:
        sem_init(&one, 0, 0);
        sem_timedwait(&one, &long_time);
        break;
    case 26:
        pthread_cond_timedwait(&c, &m, &long_time);
        break;
    }
}

enum { WAITS = 14, POINTS = 27 };
static int kind;
static sem_t asked;

static void *waits(void *argument)
{
    _Bool held = kind == 8 || kind == 26;
    if (held)
        pthread_mutex_lock(&m);
    pthread_cleanup_push(clean, held ? &m : NULL);
    if (kind >= WAITS)
        while (sem_trywait(&asked) != 0)
            sched_yield();
    if (kind < WAITS)
        wait_for(kind);
    else
        pass(kind);
    pthread_cleanup_pop(0);
    return argument;
}

/* These are none: the thread is cancelled, and its result is its own. */
static void *goes_on(void *argument)
{
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    assert(old == PTHREAD_CANCEL_ENABLE);
    sem_wait(&asked);
    pthread_testcancel();
    sleep(0);
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
    assert(old == PTHREAD_CANCEL_DISABLE);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_cond_signal(&c);
    sem_post(&none);
    sem_trywait(&none);
    sched_yield();
    free(malloc(1));
    return argument;
}

int main(void)
{
    static char bytes[4096];
    pthread_t t;
    void *result;
    struct epoll_event in = {.events = EPOLLIN};
    main_thread = pthread_self();
    sigfillset(&all);
    sigemptyset(&usr1);
    sigaddset(&usr1, SIGUSR1);
    assert(pthread_sigmask(SIG_BLOCK, &usr1, NULL) == 0 && raise(SIGUSR1) == 0); /* for main only */
    assert(pipe(empty) == 0 && pipe(full) == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
    assert((counter = eventfd(0, 0)) >= 0 && (list = epoll_create1(0)) >= 0);
    assert(epoll_ctl(list, EPOLL_CTL_ADD, empty[0], &in) == 0);
    assert(sem_init(&none, 0, 0) == 0 && sem_init(&asked, 0, 0) == 0);
    for (int k = 0; k < 16; k++)
        assert(write(full[1], bytes, sizeof bytes) == sizeof bytes);
    for (kind = 0; kind < POINTS; kind++) {
        assert(pthread_create(&t, NULL, waits, NULL) == 0 && pthread_cancel(t) == 0);
        if (kind >= WAITS)
            sem_post(&asked);
        assert(pthread_join(t, &result) == 0 && result == PTHREAD_CANCELED);
        assert(cleaned == kind + 1 || (kind == 8 || kind == 26));
        cleaned = kind + 1;
        assert(pthread_mutex_trylock(&m) == 0 && pthread_mutex_unlock(&m) == 0);
    }
    assert(pthread_create(&t, NULL, goes_on, &kind) == 0 && pthread_cancel(t) == 0);
    sem_post(&asked);
    assert(pthread_join(t, &result) == 0 && result == &kind);
    return 0;
}
