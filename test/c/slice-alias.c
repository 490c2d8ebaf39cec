//: options --all-errors
//: expect bug assert
//: output error 5 of 5: assertion failed: *(int *)p != 5
// Nobody looks at the counters by their names; pointers, copies, unions, parameters and threads do.
#include <assert.h>
#include <pthread.h>
#include <string.h>
extern int heddle_choose(int, int);

struct pair {
    int first, second;
};
static struct pair copied, other;
static int pointed, row[4], *at = &pointed, started;
static union {
    int whole;
    char byte[4];
} both;

static int twice(int n)
{
    return 2 * n;
}

static void *work(void *p)
{
    assert(*(int *)p != 5);
    return 0;
}

int main(void)
{
    int way = heddle_choose(0, 4), i = heddle_choose(0, 3);
    pthread_t a;
    pointed = 1;
    row[i] = twice(pointed);
    copied.second = 3;
    both.whole = 0x400;
    started = 5;
    if (way == 0)
        assert(*at != 1);
    if (way == 1)
        assert(row[3] != 2);
    if (way == 2) {
        memcpy(&other, &copied, sizeof copied);
        assert(other.second != 3);
    }
    if (way == 3)
        assert(both.byte[1] != 4);
    if (way == 4) {
        pthread_create(&a, 0, work, &started);
        pthread_join(a, 0);
    }
}
