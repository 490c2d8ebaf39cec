//: expect bug deadlock 10
//: both
// No signal comes.
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    puts("begin");
    pause();
    return 0;
}
