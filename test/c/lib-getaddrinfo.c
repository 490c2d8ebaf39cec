//: expect bug assert
//: both
// A look-up may fail.
#include <assert.h>
#include <netdb.h>
#include <stddef.h>
#include <sys/socket.h>

int main(void)
{
    struct addrinfo hints = {.ai_socktype = SOCK_DGRAM}, *found = NULL;
    int error = getaddrinfo("example.org", "80", &hints, &found);
    if (!error) {
        assert(found->ai_family == AF_INET && found->ai_socktype == SOCK_DGRAM &&
               found->ai_addrlen == 16);
        assert(found->ai_addr->sa_family == AF_INET && !found->ai_next);
        freeaddrinfo(found);
    }
    assert(error == 0);
    return 0;
}
