//: expect bug uninitialised
// A conversion of a member that was never written.
#include <time.h>

int main(void)
{
    struct tm some;
    char text[9];
    some.tm_hour = 23;
    return (int)strftime(text, sizeof text, "%H:%M", &some) - 5;
}
