//: expect bug assert 23
//: options --engine=cegar
//: recursive
// Tasks without end, any amounts: more is drawn than there is.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned balance;
static void pay(void *a)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (balance < 1000000 && n < 1000000)
        balance += n;
    assert(balance < 2000000);
    heddle_post(pay, a);
}
static void draw(void *a)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n <= balance + 1)
        balance -= n;
    assert(balance < 2000000);
    heddle_post(draw, a);
}
int main(void)
{
    heddle_post(pay, 0);
    heddle_post(draw, 0);
    pthread_exit(0);
}
