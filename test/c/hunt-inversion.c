// Two locks are taken in the other order in the last of 50 rounds.
//: expect bug deadlock 36
//: slow
#include <pthread.h>
enum { ROUNDS = 50 };
static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
static int moved;
static void move(pthread_mutex_t *first, pthread_mutex_t *second)
{
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    moved++;
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}
static void *forth(void *arg)
{
    for (int i = 0; i < ROUNDS; i++)
        move(&left, &right);
    return arg;
}
static void *back(void *arg)
{
    for (int i = 0; i < ROUNDS; i++)
        if (i == ROUNDS - 1)
            move(&right, &left);
        else
            move(&left, &right);
    return arg;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, forth, NULL);
    pthread_create(&b, NULL, back, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
