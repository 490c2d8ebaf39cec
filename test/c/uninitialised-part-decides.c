//: expect bug uninitialised 21
//: both
/* The upper half was never written, and goes through a call, memory and a sum before it decides. */
#include <pthread.h>
static unsigned cell[2];
static unsigned same(unsigned word)
{
    return word;
}
static void *worker(void *unused)
{
    return unused;
}
int main(void)
{
    pthread_t t;
    unsigned word;
    *(unsigned short *)&word = 9;
    pthread_create(&t, 0, worker, 0);
    cell[1] = same(word) + 1;
    if (cell[1] == 10)
        return 1;
    pthread_join(t, 0);
    return 0;
}
