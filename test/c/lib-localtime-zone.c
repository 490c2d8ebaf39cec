//: expect unknown
//: output the time zone was taken to be UTC
// The time zone is not known.
#include <time.h>

int main(void)
{
    struct tm date;
    time_t when = 0;
    return localtime_r(&when, &date) ? date.tm_hour : 0;
}
