//: options --memory-model=rc11 --allow-races
//: expect safe
// What threads do at once is in order, also where races are allowed: who sees the flag knows of what was done before.
#include <assert.h>
#include <pthread.h>
static int data, flag;
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static void *writer(void *u)
{
    data = 1;
    __VERIFIER_atomic_begin();
    flag = 1;
    __VERIFIER_atomic_end();
    return u;
}
static void *reader(void *u)
{
    __VERIFIER_atomic_begin();
    int seen = flag;
    __VERIFIER_atomic_end();
    if (seen)
        assert(data == 1);
    return u;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return flag - 1;
}
