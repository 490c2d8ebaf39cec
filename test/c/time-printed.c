//: expect safe
//: both
// A time that is only printed, or used for a seed, changes nothing: one is as good as any.
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static struct timespec begin, end;
static double elapsed;

static double seconds(const struct timespec *t)
{
    return (double)t->tv_sec + (double)t->tv_nsec / 1e9;
}

int main(void)
{
    struct timeval day;
    srand((unsigned)time(NULL));
    clock_gettime(CLOCK_MONOTONIC, &begin);
    gettimeofday(&day, NULL);
    clock_gettime(CLOCK_MONOTONIC, &end);
    elapsed = seconds(&end) - seconds(&begin);
    printf("%f s, %ld ms, process %d\n", elapsed, day.tv_sec * 1000 + day.tv_usec / 1000, getpid());
    return 0;
}
