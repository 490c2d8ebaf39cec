//: expect safe
//: options --engine=explore
//: states 34
// A ticket lock moves like a mutex: who draws a number that is not served yet is not looked at.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next, serving;
static int x, y;

static void *add(void *p)
{
    for (int k = 0; k < 2; k++) {
        int mine = atomic_fetch_add(&next, 1);
        while (atomic_load(&serving) != mine)
            ;
        x++;
        y += 2;
        x++;
        atomic_store(&serving, mine + 1);
    }
    return p;
}

int main(void)
{
    pthread_t t[6];
    for (int k = 0; k < 6; k++)
        pthread_create(&t[k], 0, add, 0);
    for (int k = 0; k < 6; k++)
        pthread_join(t[k], 0);
    assert(x == 24 && y == 24);
    return 0;
}
