//: expect unknown
// The result is only printed, but the division may go wrong.
#include <stdio.h>
#include <time.h>

int main(void)
{
    long now = time(NULL);
    printf("%ld\n", 100 / (now - 12345));
    return 0;
}
