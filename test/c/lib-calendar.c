//: expect safe
// The parts of a time, and texts of them; and numbers of the internet.
#include <arpa/inet.h>
#include <assert.h>
#include <string.h>
#include <time.h>

int main(void)
{
    char text[64];
    struct tm parts, other = {.tm_year = 100, .tm_mon = 12, .tm_mday = 29};
    time_t time = 951782400; /* 29 February 2000 */
    assert(gmtime_r(&time, &parts) == &parts && parts.tm_mon == 1 && parts.tm_mday == 29);
    assert(parts.tm_wday == 2 && parts.tm_yday == 59 && timegm(&parts) == time);
    assert(strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &parts) == 29);
    assert(strcmp(text, "Tue, 29 Feb 2000 00:00:00 GMT") == 0);
    assert(strftime(text, 3, "%Y", &parts) == 0);
    assert(timegm(&other) == 980726400 && other.tm_year == 101 && other.tm_mon == 0);
    struct in_addr address;
    assert(inet_addr("127.0.0.1") == htonl(INADDR_LOOPBACK));
    assert(inet_addr("127.1") == htonl(INADDR_LOOPBACK) && inet_addr("1.2.3.400") == INADDR_NONE);
    assert(inet_pton(AF_INET, "10.0.0.7", &address) == 1 &&
           inet_pton(AF_INET, "10.0.7", &address) == 0);
    assert(inet_ntop(AF_INET, &address, text, 8) == NULL);
    assert(strcmp(inet_ntop(AF_INET, &address, text, 9), "10.0.0.7") == 0);
    return 0;
}
