//: expect safe
// Functions that are seldom called: what they return is what the C library returns.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static void pauses(void)
{
    struct timespec none = {0, 0}, wrong = {0, 1000000000}, below = {0, -1}, past = {-1, 0};
    errno = 0;
    assert(nanosleep(&none, NULL) == 0 && errno == 0);
    assert(nanosleep(&wrong, NULL) == -1 && errno == EINVAL);
    errno = 0;
    assert(nanosleep(&below, NULL) == -1 && errno == EINVAL);
    errno = 0;
    assert(nanosleep(&past, NULL) == -1 && errno == EINVAL);
    assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &none, NULL) == 0);
    assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &wrong, NULL) == EINVAL);
    assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &below, NULL) == EINVAL);
    assert(usleep(1) == 0 && sleep(0) == 0 && sched_yield() == 0);
    assert(thrd_sleep(&none, NULL) == 0);
    assert(timespec_get(&none, 77) == 0 && none.tv_sec == 0);
    thrd_yield();
}

static void scheduling(void)
{
    struct sched_param p = {7};
    int policy = -1;
    assert(sched_get_priority_min(SCHED_FIFO) == 1 && sched_get_priority_max(SCHED_RR) == 99);
    assert(sched_get_priority_min(SCHED_OTHER) == 0 && sched_get_priority_max(SCHED_OTHER) == 0);
    assert(sched_getparam(0, &p) == 0 && p.sched_priority == 0);
    assert(sched_getscheduler(0) == SCHED_OTHER);
    p.sched_priority = 7;
    assert(pthread_getschedparam(pthread_self(), &policy, &p) == 0 && policy == SCHED_OTHER &&
           p.sched_priority == 0);
    assert(pthread_setschedparam(pthread_self(), SCHED_OTHER, &p) == 0);
    assert(pthread_setconcurrency(2) == 0);
    assert(prctl(PR_SET_NAME, "rest") == 0);
    assert(pthread_setname_np(pthread_self(), "rest") == 0);
}

static int many(char *to, size_t room, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vsnprintf(to, room, format, list);
    va_end(list);
    return n;
}

static int say(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vprintf(format, list);
    va_end(list);
    return n;
}

static void texts(void)
{
    char to[4] = "";
    assert(many(to, sizeof to, "%d%s", 12, "345") == 5 && strcmp(to, "123") == 0);
    assert(say("%s %d\n", "rest", 12) == 8);
    assert(dprintf(1, "%c\n", 'x') == 2);
    assert(putc('\n', stdout) == '\n' && fputc('x', stdout) == 'x' && putchar('\n') == '\n');
}

static void memory(void)
{
    char *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(page != MAP_FAILED && page[0] == 0 && page[8191] == 0);
    page[8191] = 1;
    assert(mlock(page, 10) == 0 && munlock(page, 10) == 0);
    assert(munmap(page, 8192) == 0);
}

static mtx_t m;
static cnd_t c;
static int ready, woken;

static int wait_for(void *argument)
{
    mtx_lock(&m);
    while (!ready)
        cnd_wait(&c, &m);
    woken += *(int *)argument;
    mtx_unlock(&m);
    return 5;
}

static int nothing(void *argument)
{
    return argument != NULL;
}

static void threads(void)
{
    static int two = 2, three = 3;
    struct timespec past = {1, 0};
    thrd_t a, b, d;
    int result = 0;
    assert(mtx_init(&m, mtx_plain) == thrd_success && cnd_init(&c) == thrd_success);
    assert(mtx_trylock(&m) == thrd_success && mtx_trylock(&m) == thrd_busy);
    assert(mtx_unlock(&m) == thrd_success);
    assert(cnd_signal(&c) == thrd_success);
    assert(thrd_create(&a, wait_for, &two) == thrd_success &&
           thrd_create(&b, wait_for, &three) == thrd_success);
    assert(mtx_lock(&m) == thrd_success);
    ready = 1;
    assert(cnd_broadcast(&c) == thrd_success);
    assert(mtx_unlock(&m) == thrd_success);
    assert(thrd_join(a, &result) == thrd_success && result == 5 &&
           thrd_join(b, NULL) == thrd_success);
    assert(woken == 5 && !thrd_equal(a, thrd_current()));
    assert(thrd_create(&d, nothing, NULL) == thrd_success && thrd_detach(d) == thrd_success);
    assert(mtx_lock(&m) == thrd_success);
    result = cnd_timedwait(&c, &m, &past);
    assert(result == thrd_timedout || result == thrd_success); // it may wake up for no reason
    assert(mtx_trylock(&m) == thrd_busy);                      // it is held again
    assert(mtx_unlock(&m) == thrd_success);
    cnd_destroy(&c);
    mtx_destroy(&m);
}

static void random_numbers(void)
{
    srandom(1);
    srand48(1);
    assert(random() >= 0 && rand() >= 0 && rand() <= RAND_MAX);
}

int main(void)
{
    pauses();
    scheduling();
    texts();
    memory();
    random_numbers();
    threads();
    return 0;
}
