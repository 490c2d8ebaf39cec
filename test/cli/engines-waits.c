// Threads that wait, and that touch what is not theirs: number `which` is right if it is even, and wrong if it is odd.
// engines-waits.test asks each engine by itself.
#include <pthread.h>

static int which = 4711;
static int x, ready;
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER,
                       three = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t go = PTHREAD_COND_INITIALIZER;

static int bad(void)
{
    return which & 1;
}
static void start(void *(*run)(void *), void *argument)
{
    pthread_t t;
    pthread_create(&t, 0, run, argument);
    pthread_detach(t);
}
static void take(pthread_mutex_t *first, pthread_mutex_t *second)
{
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    x++;
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}

/* ---- locks ---- */

static void *take_two(void *arg)
{
    arg &&bad() ? take(&two, &one) : take(&one, &two);
    return arg;
}
static void inverted(void)
{
    start(take_two, 0), start(take_two, &x);
}
static void *take_in_circle(void *arg)
{
    pthread_mutex_t *first = arg == &x ? &one : arg ? &two : bad() ? &three : &one;
    pthread_mutex_t *second = arg == &x ? &two : arg ? &three : bad() ? &one : &three;
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
    return arg;
}
static void circle(void)
{
    start(take_in_circle, 0), start(take_in_circle, &x), start(take_in_circle, &ready);
}
static void *wait(void *arg)
{
    pthread_mutex_lock(&one);
    if (bad())
        pthread_cond_wait(&go, &one);
    while (!ready)
        pthread_cond_wait(&go, &one);
    pthread_mutex_unlock(&one);
    return arg;
}
static void *wake(void *arg)
{
    pthread_mutex_lock(&one);
    ready = 1;
    pthread_cond_signal(&go);
    pthread_mutex_unlock(&one);
    return arg;
}
static void lost(void)
{
    start(wait, 0), start(wake, 0);
}
static void *keep(void *arg)
{
    pthread_mutex_lock(&one);
    if (!arg || !bad())
        pthread_mutex_unlock(&one);
    return arg;
}
static void kept(void)
{
    start(keep, &x), start(keep, 0);
}

/* ---- data races ---- */

static void *add(void *arg)
{
    if (!arg || !bad())
        pthread_mutex_lock(&one);
    x++;
    if (!arg || !bad())
        pthread_mutex_unlock(&one);
    return arg;
}
static void bare(void)
{
    start(add, 0), start(add, &x);
}
static void *read(void *arg)
{
    if (!bad())
        pthread_mutex_lock(&one);
    int now = x;
    if (!bad())
        pthread_mutex_unlock(&one);
    return now ? arg : 0;
}
static void bare_read(void)
{
    start(add, 0), start(read, &x);
}
static void bare_main(void)
{
    start(add, 0);
    read(0);
}
static void *add_behind(void *arg)
{
    pthread_mutex_lock(&one);
    if (!bad())
        x++;
    pthread_mutex_unlock(&one);
    if (bad())
        x++;
    return arg;
}
static void behind(void)
{
    start(add_behind, 0), start(add_behind, 0);
}
static void *add_other(void *arg)
{
    pthread_mutex_t *lock = arg && bad() ? &two : &one;
    pthread_mutex_lock(lock);
    x++;
    pthread_mutex_unlock(lock);
    return arg;
}
static void other(void)
{
    start(add_other, 0), start(add_other, &x);
}
static void early(void)
{
    if (!bad())
        x = 1;
    start(add, 0);
    if (bad())
        x = 1;
}
int main(void)
{
    static void (*const kinds[])(void) = {inverted,  circle,    lost,   kept,  bare,
                                          bare_read, bare_main, behind, other, early};
    kinds[which / 2]();
    pthread_exit(0);
}
