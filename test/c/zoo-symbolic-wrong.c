// The inputs that symbolic finds are exact, at every width, and the run that they give fails.
//: expect bug assert 33
//: options --engine=symbolic
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern long long __VERIFIER_nondet_longlong(void);

static int shared, seen;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *change(void *argument)
{
    pthread_mutex_lock(&mutex);
    shared = *(int *)argument;
    pthread_mutex_unlock(&mutex);
    return 0;
}

static void look(int x, unsigned u, unsigned char c, long long w)
{
    if (x <= 100000 || (short)x != -5 || x >= 200000)
        return;
    if ((u ^ 0x80000001u) != 6 || (signed char)c != -128)
        return;
    if (w * 2 != -14 || w >= 0)
        return;
    pthread_mutex_lock(&mutex);
    seen = shared;
    assert(seen != x);
    pthread_mutex_unlock(&mutex);
}

int main(void)
{
    pthread_t a;
    int x = __VERIFIER_nondet_int();
    pthread_create(&a, 0, change, &x);
    look(x, __VERIFIER_nondet_uint(), __VERIFIER_nondet_uchar(), __VERIFIER_nondet_longlong());
    pthread_join(a, 0);
    return 0;
}
//: hard
