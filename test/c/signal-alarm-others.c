//: expect unknown
//: output no signals were sent
// An alarm is sent, and SIGINT is not: that may come from a terminal.
#include <assert.h>
#include <signal.h>
#include <unistd.h>
static volatile sig_atomic_t interrupted;

static void on_alarm(int signal)
{
    (void)signal;
}

static void on_interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

int main(void)
{
    signal(SIGALRM, on_alarm);
    signal(SIGINT, on_interrupt);
    alarm(1);
    assert(!interrupted);
    return 0;
}
