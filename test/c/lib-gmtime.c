//: expect safe
//: both
// Dates: gmtime_r writes where its caller says, so that two threads may call it at once.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

static void *leap(void *unused)
{
    struct tm date;
    char text[40];
    time_t when = 951825599; /* February 29, 2000 */
    assert(gmtime_r(&when, &date) == &date && date.tm_mday == 29 && date.tm_mon == 1 &&
           date.tm_yday == 59);
    assert(strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %a %j", &date) == 27);
    assert(strcmp(text, "2000-02-29 11:59:59 Tue 060") == 0);
    assert(strcmp(asctime_r(&date, text), "Tue Feb 29 11:59:59 2000\n") == 0);
    date.tm_sec++;
    assert(timegm(&date) == 951825600 && date.tm_hour == 12);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, leap, 0);
    leap(0);
    pthread_join(t, 0);
    struct tm some; /* only what a conversion is about is read */
    char text[9];
    some.tm_hour = 23;
    some.tm_min = 5;
    assert(strftime(text, sizeof text, "%H:%M", &some) == 5 && strcmp(text, "23:05") == 0);
    return 0;
}
