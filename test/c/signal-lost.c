//: expect bug deadlock
//: both
// The alarm comes between the test and pause.
#include <signal.h>
#include <unistd.h>
#include <assert.h>
#include <setjmp.h>
static sigjmp_buf e;
static volatile int done, n;
static void h(int s)
{
    (void)s;
    siglongjmp(e, 1);
}
static void hh(int s)
{
    (void)s;
    done = 1;
}
int main(void)
{
    signal(SIGALRM, h);
    if (sigsetjmp(e, 1) == 0) {
        alarm(1);
        for (;;)
            n++ < 2 ? 0 : (n = 0);
    }
    signal(SIGALRM, hh);
    alarm(1);
    if (!done)
        pause();
    return 0;
}
