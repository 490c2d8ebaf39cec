/* net.c -- addresses of the internet and who has them: <arpa/inet.h>, <netdb.h>; the other ends of sockets.
 *
 * Texts of addresses are exact.  Nobody is known by name: a look-up fails, or gives the machine itself. */
#include "channel.h"

enum {
    INTERNET = 2,
    LOCAL_HOST = 0x0100007f /* 127.0.0.1, in the order of the network */,
    TEXT_ROOM = 16
};

typedef struct { /* struct sockaddr_in */
    unsigned short family, port;
    unsigned address;
    unsigned char unused[8];
} NetAddress;

/* ---- texts ---- */

static PLAIN const char *net_number(const char *s, unsigned long *number)
{
    unsigned base = 10, digit;
    const char *begin = s;
    if (*s == '0') {
        base = s[1] == 'x' || s[1] == 'X' ? 16 : 8;
        s += base == 16 ? 2 : 0;
        begin = s;
    }
    *number = 0;
    for (;; s++) {
        if (*s >= '0' && *s <= '9')
            digit = (unsigned)(*s - '0');
        else if ((*s | 32) >= 'a' && (*s | 32) <= 'f')
            digit = (unsigned)((*s | 32) - 'a') + 10;
        else
            break;
        if (digit >= base)
            return NULL;
        *number = *number * base + digit;
        if (*number > 0xffffffffu)
            return NULL;
    }
    return s == begin ? NULL : s;
}

/* One to four numbers with points between them; the last one fills what is left. */
static PLAIN _Bool net_parse(const char *s, unsigned *address)
{
    unsigned long part, sum = 0;
    for (int k = 0; k < 4; k++) {
        s = net_number(s, &part);
        if (!s)
            return 0;
        _Bool last = *s != '.';
        if (part > (last ? 0xffffffffu >> 8 * k : 255))
            return 0;
        sum = last ? sum | part : sum | part << (24 - 8 * k);
        if (!last) {
            s++;
            continue;
        }
        if (*s && !(*s == ' ' || (*s >= '\t' && *s <= '\r')))
            return 0;
        *address = __builtin_bswap32((unsigned)sum);
        return 1;
    }
    return 0;
}

PLAIN int inet_aton(const char *s, unsigned *address)
{
    unsigned found;
    if (!net_parse(s, &found))
        return 0;
    if (address)
        *address = found;
    return 1;
}

PLAIN unsigned inet_addr(const char *s)
{
    unsigned found;
    return net_parse(s, &found) ? found : ~0u;
}

/* The length of the text. */
static PLAIN int net_write(unsigned address, char *to)
{
    int length = 0;
    for (int k = 0; k < 4; k++) {
        unsigned part = address >> 8 * k & 255;
        if (k)
            to[length++] = '.';
        if (part >= 100)
            to[length++] = (char)('0' + part / 100);
        if (part >= 10)
            to[length++] = (char)('0' + part / 10 % 10);
        to[length++] = (char)('0' + part % 10);
    }
    to[length] = 0;
    return length;
}

/* One text for all threads. */
PLAIN char *inet_ntoa(unsigned address)
{
    static char net_text[TEXT_ROOM];
    net_write(address, net_text);
    return net_text;
}

static void net_check_family(int family)
{
    if (family != INTERNET)
        __heddle_fail("unsupported", "texts of addresses of other families than AF_INET");
}

PLAIN int inet_pton(int family, const char *s, void *address)
{
    int digits = 0, parts = 1;
    unsigned found = 0, part = 0;
    net_check_family(family);
    for (; *s; s++) {
        if (*s == '.' && digits && parts < 4) {
            found |= part << 8 * (parts - 1);
            parts++, digits = 0, part = 0;
        } else if (*s >= '0' && *s <= '9' && (!digits || part)) {
            part = part * 10 + (unsigned)(*s - '0');
            digits++;
            if (part > 255)
                return 0;
        } else
            return 0;
    }
    if (parts != 4 || !digits)
        return 0;
    found |= part << 24;
    __builtin_memcpy(address, &found, sizeof found);
    return 1;
}

PLAIN const char *inet_ntop(int family, const void *address, char *to, unsigned room)
{
    enum { ENOSPC = 28 };
    char text[TEXT_ROOM];
    unsigned value;
    net_check_family(family);
    __builtin_memcpy(&value, address, sizeof value);
    unsigned length = (unsigned)net_write(value, text);
    if (length >= room) {
        errno_set(ENOSPC);
        return NULL;
    }
    __builtin_memcpy(to, text, length + 1);
    return to;
}

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
