//: expect bug race
//: both
// A word that one thread has touched is touched by another one, which may have got its name since.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int turns;
static int word;

static void *work(void *unused)
{
    int turn = turns++;
    if (turn == 0)
        word = 1;
    turns++;
    if (turn == 1)
        word = 2;
    return unused;
}

int main(void)
{
    pthread_t t[2];
    for (int k = 0; k < 2; k++)
        pthread_create(&t[k], NULL, work, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    return 0;
}
