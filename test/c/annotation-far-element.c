//: expect safe
//: options --property=access
// Elements far behind in an array, and in an array in the second of two structs, have the lock of their index.
#include <pthread.h>
#include <stddef.h>

static char cells[600]; /*@ accessible_if[j] holds(locks[j / 300]) */
static struct {
    int before;
    short tab[600]; /*@ accessible_if[k] holds(locks[k / 300]) */
} pair[2];
static pthread_mutex_t locks[2];

static void touch(int lock)
{
    pthread_mutex_lock(&locks[lock]);
    cells[300 * lock] = cells[300 * lock + 299] = 1;
    pair[0].tab[300 * lock] = pair[1].tab[300 * lock + 299] = 1;
    pair[1].tab[300 * lock] = 2;
    pthread_mutex_unlock(&locks[lock]);
}
static void *run(void *unused)
{
    touch(0), touch(1);
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, run, NULL);
    touch(1), touch(0);
    pthread_join(a, NULL);
    return 0;
}
