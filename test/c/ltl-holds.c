// Whoever takes the lock gives it back; two functions are never inside at once; it is taken again and again.
//: expect safe
//: options --ltl=G(holds(lock)->F(!holds(lock)))&G!{inside==2}&(F(at(left))|!at(left))&G(F(holds(lock)))
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void enter(void)
{
    pthread_mutex_lock(&lock);
    inside++;
    inside--;
    pthread_mutex_unlock(&lock);
}

static void *left(void *arg)
{
    for (;;)
        enter();
    return arg;
}

static void *right(void *arg)
{
    for (;;)
        enter();
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, left, NULL);
    pthread_create(&b, NULL, right, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
