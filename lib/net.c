/* net.c -- names of the internet, and the other ends of sockets.
 *
 * Nobody is known by name: a look-up fails, or gives the machine itself.  Texts of addresses are in
 * network.c. */
#include "channel.h"

enum { INTERNET = 2, LOCAL_HOST = 0x0100007f /* 127.0.0.1, in the order of the network */ };

typedef struct { /* struct sockaddr_in */
    unsigned short family, port;
    unsigned address;
    unsigned char unused[8];
} NetAddress;

/* ---- names ---- */

static void net_is_unknown(void)
{
    __heddle_doubt(
        "of the names and the other ends of sockets only the machine itself was tried "
        "(getaddrinfo, gethostbyname, recvfrom, getpeername); give functions of your own "
        "for others");
}

typedef struct NetInfo { /* struct addrinfo */
    int flags, family, type, protocol;
    unsigned length;
    NetAddress *address;
    char *name;
    struct NetInfo *next;
    NetAddress own;
} NetInfo;

PLAIN int getaddrinfo(const char *restrict name, const char *restrict service,
                      const NetInfo *restrict hints, NetInfo **restrict result)
{
    enum { EAI_NONAME = -2, STREAM = 1 };
    net_is_unknown();
    if ((!name && !service) || __heddle_choose(0, 1))
        return EAI_NONAME;
    NetInfo *found = __heddle_alloc_zero(sizeof *found);
    found->family = INTERNET;
    found->type = hints && hints->type ? hints->type : STREAM;
    found->length = sizeof found->own;
    found->address = &found->own;
    found->own.family = INTERNET;
    found->own.address = LOCAL_HOST;
    *result = found;
    return 0;
}

void freeaddrinfo(NetInfo *info)
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
} NetHost;

/* One object for all threads. */
PLAIN NetHost *gethostbyname(const char *name)
{
    static NetHost net_host;
    static unsigned net_host_address;
    static char *net_none[1], *net_addresses[2], net_host_name[] = "localhost";
    (void)name;
    net_is_unknown();
    if (__heddle_choose(0, 1))
        return NULL;
    net_host_address = LOCAL_HOST;
    net_addresses[0] = (char *)&net_host_address;
    net_host = (NetHost){net_host_name, net_none, INTERNET, sizeof net_host_address, net_addresses};
    return &net_host;
}

/* ---- the other ends ---- */

static PLAIN void net_give(NetAddress *to, unsigned *length)
{
    NetAddress local = {.family = INTERNET, .address = LOCAL_HOST};
    if (!to || !length)
        return;
    __builtin_memcpy(to, &local, *length < sizeof local ? *length : sizeof local);
    *length = sizeof local;
}

static PLAIN int net_ask(int file, NetAddress *to, unsigned *length)
{
    enum { ENOTCONN = 107 };
    if (!__heddle_file_is_open(file))
        return error_is(EBADF);
    net_is_unknown();
    if (__heddle_choose(0, 1))
        return error_is(ENOTCONN);
    net_give(to, length);
    return 0;
}

PLAIN int getpeername(int file, NetAddress *restrict to, unsigned *restrict length)
{
    return net_ask(file, to, length);
}

PLAIN int getsockname(int file, NetAddress *restrict to, unsigned *restrict length)
{
    return net_ask(file, to, length);
}

PLAIN int getsockopt(int file, int level, int name, void *restrict value, unsigned *restrict length)
{
    (void)level, (void)name;
    if (!__heddle_file_is_open(file))
        return error_is(EBADF);
    net_is_unknown();
    __builtin_memset(value, 0, *length);
    return 0;
}

PLAIN long recvfrom(int file, void *restrict to, size_t count, int flags, NetAddress *restrict from,
                    unsigned *restrict length)
{
    long got = file_receive(file, to, count, flags);
    if (got >= 0)
        net_give(from, length);
    return got;
}

PLAIN long sendto(int file, const void *from, size_t count, int flags, const NetAddress *to,
                  unsigned length)
{
    (void)to, (void)length;
    return file_send(file, from, count, flags);
}
