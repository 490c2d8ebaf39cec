//: expect bug overflow
//: options --overflow --all-errors
//: errors 6
// Sums that nobody looks at are left out only if they fit: the number may come by another width, another call, another thread, or in parts.
#include <limits.h>
#include <pthread.h>
#include <string.h>

int heddle_choose(int, int);

static union {
    int whole;
    signed char part[4];
} u;
static union {
    int whole;
    long long wide;
} w;
static int x, y, z;

static void add(int number)
{
    int sum = number + 1;
    (void)sum;
}

static void add_copied(void)
{
    int sum = y + 1;
    (void)sum;
}

static void *sets(void *unused)
{
    x = INT_MAX;
    return unused;
}

int main(void)
{
    pthread_t t;
    int large = INT_MAX, sum;
    u.whole = w.whole = x = y = 0;
    switch (heddle_choose(0, 5)) {
    case 0:
        u.part[3] = 127;
        sum = u.whole + 100000000;
        break;
    case 1:
        w.wide = 0x17fffffffLL;
        sum = w.whole + 100000000;
        break;
    case 2:
        add(1);
        add(INT_MAX);
        break;
    case 3:
        pthread_create(&t, NULL, sets, NULL);
        pthread_join(t, NULL);
        sum = x + 1;
        break;
    case 4:
        memcpy(&y, &large, sizeof y);
        add_copied();
        break;
    default:
        memset(&z, 0x7f, sizeof z);
        sum = z + 100000000;
    }
    return 0;
}
