//: expect bug shift 10
//: both
//: output shift by 40 of a number that has 32 bits
#include <pthread.h>
static int amount;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int shifted(void)
{
    pthread_mutex_lock(&m);
    int x = 1 << amount;
    pthread_mutex_unlock(&m);
    return x;
}
static void *add(void *by)
{
    pthread_mutex_lock(&m);
    amount += *(int *)by;
    pthread_mutex_unlock(&m);
    return NULL;
}
int main(void)
{
    pthread_t a, b;
    int twenty = 20;
    pthread_create(&a, NULL, add, &twenty);
    pthread_create(&b, NULL, add, &twenty);
    int x = shifted();
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return x == 3;
}
//: also --engine=summarize
