//: expect bug overflow
//: options --overflow --all-errors
//: errors 7
// Sums that nobody looks at, of memory that is written later: what it holds at first is too large for them, and nothing else is.
// In `slice-overflow-first-right.c` it is written before.
#include <heddle.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#ifndef BEFORE
#define BEFORE 0
#endif

static struct pair {
    short low;
    int high;
} pair;
static int zero, array[3], three = 3;
static const int fixed = -5;
static long wide;

static void *later(void *of)
{
    *(int *)of = -7;
    return of;
}

/* So that it is known of no store when it happens. */
static void set(int which)
{
    pthread_t t;
    zero = -5;
    array[0] = array[1] = array[2] = fixed;
    three = 0;
    pair.high = pair.low = -1;
    wide = -1;
    if (which == 6) {
        pthread_create(&t, NULL, later, &zero);
        pthread_join(t, NULL);
    }
}

static void add(int which, int *heap)
{
    int sum;
    long sums;
    switch (which) {
    case 0:
        sum = zero - INT_MIN;
        break;
    case 1:
        sum = array[2] - INT_MIN;
        break;
    case 2:
        sum = three + (INT_MAX - 2);
        break;
    case 3:
        sum = pair.high - INT_MIN;
        break;
    case 4:
        sums = wide - LONG_MIN;
        break;
    case 5:
        sum = *heap - INT_MIN;
        break;
    case 6:
        sum = (zero - INT_MIN) / 2;
        break;
    }
}

int main(void)
{
    int which = heddle_choose(0, 6), *heap = calloc(1, sizeof *heap);
    if (BEFORE) {
        set(which);
        *heap = -3;
    }
    add(which, heap);
    if (!BEFORE) {
        set(which);
        *heap = -3;
    }
    free(heap);
    return 0;
}
