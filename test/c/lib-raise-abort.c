//: expect bug abort 7
//: both
#include <signal.h>

int main(void)
{
    raise(SIGABRT);
    return 0;
}
