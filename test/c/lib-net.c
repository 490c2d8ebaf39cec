//: expect safe
//: both
// Texts of addresses are exact.
#include <arpa/inet.h>
#include <assert.h>
#include <string.h>

int main(void)
{
    struct in_addr a;
    char text[INET_ADDRSTRLEN];
    assert(inet_aton("10.1.2.3", &a) && a.s_addr == htonl(0x0a010203) &&
           inet_addr("300.1.1.1") == INADDR_NONE);
    assert(strcmp(inet_ntoa(a), "10.1.2.3") == 0);
    assert(inet_pton(AF_INET, "192.168.0.255", &a) == 1 &&
           inet_pton(AF_INET, "192.168.0", &a) == 0);
    assert(strcmp(inet_ntop(AF_INET, &a, text, sizeof text), "192.168.0.255") == 0);
    return 0;
}
