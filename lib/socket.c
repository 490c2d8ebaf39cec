/* socket.c -- names of the internet, and the other ends of sockets.
 *
 * Nobody is known by name: a look-up fails, or gives the machine itself.  Texts of addresses are in
 * inet.c. */
#include "channel.h"
#include "inet.h"

enum { LOCAL_HOST = 0x0100007f /* 127.0.0.1, in the order of the network */ };

typedef struct { /* struct sockaddr_in */
    unsigned short family, port;
    unsigned address;
    unsigned char unused[8];
} SocketAddress;

/* ---- names ---- */

static void socket_is_unknown(void)
{
    __heddle_doubt(
        "of the names and the other ends of sockets only the machine itself was tried "
        "(getaddrinfo, gethostbyname, recvfrom, getpeername); give functions of your own "
        "for others");
}

typedef struct SocketInfo { /* struct addrinfo */
    int flags, family, type, protocol;
    unsigned length;
    SocketAddress *address;
    char *name;
    struct SocketInfo *next;
    SocketAddress own;
} SocketInfo;

PLAIN int getaddrinfo(const char *restrict name, const char *restrict service,
                      const SocketInfo *restrict hints, SocketInfo **restrict result)
{
    enum { EAI_NONAME = -2, STREAM = 1 };
    socket_is_unknown();
    if ((!name && !service) || __heddle_choose(0, 1))
        return EAI_NONAME;
    SocketInfo *found = __heddle_alloc_zero(sizeof *found);
    found->family = AF_INET;
    found->type = hints && hints->type ? hints->type : STREAM;
    found->length = sizeof found->own;
    found->address = &found->own;
    found->own.family = AF_INET;
    found->own.address = LOCAL_HOST;
    *result = found;
    return 0;
}

void freeaddrinfo(SocketInfo *info)
{
    __heddle_free(info);
}

const char *gai_strerror(int error)
{
    return error ? "some error of a look-up" : "Success";
}

typedef struct { /* struct hostent */
    char *name, **aliases;
    int family, length;
    char **addresses;
} SocketHost;

/* One object for all threads. */
PLAIN SocketHost *gethostbyname(const char *name)
{
    static SocketHost socket_host;
    static unsigned socket_host_address;
    static char *socket_none[1], *socket_addresses[2], socket_host_name[] = "localhost";
    (void)name;
    socket_is_unknown();
    if (__heddle_choose(0, 1))
        return NULL;
    socket_host_address = LOCAL_HOST;
    socket_addresses[0] = (char *)&socket_host_address;
    socket_host = (SocketHost){socket_host_name, socket_none, AF_INET, sizeof socket_host_address,
                               socket_addresses};
    return &socket_host;
}

/* ---- the other ends ---- */

static PLAIN void socket_give(SocketAddress *to, unsigned *length)
{
    SocketAddress local = {.family = AF_INET, .address = LOCAL_HOST};
    if (!to || !length)
        return;
    __builtin_memcpy(to, &local, *length < sizeof local ? *length : sizeof local);
    *length = sizeof local;
}

static PLAIN int socket_ask(int file, SocketAddress *to, unsigned *length)
{
    enum { ENOTCONN = 107 };
    if (!__heddle_file_is_open(file))
        return error_is(EBADF);
    socket_is_unknown();
    if (__heddle_choose(0, 1))
        return error_is(ENOTCONN);
    socket_give(to, length);
    return 0;
}

PLAIN int getpeername(int file, SocketAddress *restrict to, unsigned *restrict length)
{
    return socket_ask(file, to, length);
}

PLAIN int getsockname(int file, SocketAddress *restrict to, unsigned *restrict length)
{
    return socket_ask(file, to, length);
}

PLAIN int getsockopt(int file, int level, int name, void *restrict value, unsigned *restrict length)
{
    (void)level, (void)name;
    if (!__heddle_file_is_open(file))
        return error_is(EBADF);
    socket_is_unknown();
    __builtin_memset(value, 0, *length);
    return 0;
}

PLAIN long recvfrom(int file, void *restrict to, size_t count, int flags,
                    SocketAddress *restrict from, unsigned *restrict length)
{
    long got = file_receive(file, to, count, flags);
    if (got >= 0)
        socket_give(from, length);
    return got;
}

PLAIN long sendto(int file, const void *from, size_t count, int flags, const SocketAddress *to,
                  unsigned length)
{
    (void)to, (void)length;
    return file_send(file, from, count, flags);
}
