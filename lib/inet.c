/* inet.c -- addresses of the internet, as texts and as numbers: four bytes, the first one first. */
#include "inet.h"
#include "intrinsics.h"

enum { EAFNOSUPPORT = 97, ENOSPC = 28, INET_TEXT = 16 };

typedef struct {
    unsigned number;
} InetAddress;

static char inet_text[INET_TEXT];

static int inet_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : 16;
}

/* A number as in C: 10, 012, 0xa.  Where it ends; NULL: there is none, or it is too large. */
static PLAIN const char *inet_number(const char *text, unsigned long long *number)
{
    int base = text[0] != '0' ? 10 : (text[1] | 32) == 'x' ? 16 : 8;
    const char *at = base == 16 ? text + 2 : text;
    if (inet_digit(*at) >= base)
        return NULL;
    for (*number = 0; inet_digit(*at) < base; at++) {
        *number = *number * (unsigned)base + (unsigned)inet_digit(*at);
        if (*number >> 32)
            return NULL;
    }
    return at;
}

static unsigned inet_swap(unsigned long long n)
{
    return __builtin_bswap32((unsigned)n);
}

/* One to four numbers; the last one fills the bytes that are left. */
PLAIN int inet_aton(const char *text, InetAddress *to)
{
    unsigned long long parts = 0, number = 0;
    int count = 0;
    for (;;) {
        text = inet_number(text, &number);
        if (!text || count == 4)
            return 0;
        count++;
        if (*text != '.')
            break;
        if (number > 255)
            return 0;
        parts |= number << (32 - 8 * count);
        text++;
    }
    if (*text && *text != ' ' && !(*text >= '\t' && *text <= '\r'))
        return 0;
    if (number >> (8 * (5 - count)))
        return 0;
    if (to)
        to->number = inet_swap(parts | number);
    return 1;
}

PLAIN unsigned inet_addr(const char *text)
{
    InetAddress address;
    return inet_aton(text, &address) ? address.number : ~0u;
}

/* Four numbers of up to three digits, none of which begins with a zero. */
PLAIN int inet_pton(int family, const char *restrict text, void *restrict to)
{
    unsigned number = 0;
    if (family != AF_INET && family != AF_INET6)
        return error_is(EAFNOSUPPORT);
    if (family != AF_INET)
        __heddle_fail("unsupported", "inet_pton of an address of IPv6");
    for (int part = 0; part < 4; part++) {
        unsigned one = 0;
        int digits = 0;
        for (; *text >= '0' && *text <= '9'; text++, digits++) {
            if ((digits && !one) || digits == 3)
                return 0;
            one = one * 10 + (unsigned)(*text - '0');
        }
        if (!digits || one > 255 || *text != (part < 3 ? '.' : 0))
            return 0;
        number = number << 8 | one;
        text++;
    }
    *(unsigned *)to = inet_swap(number);
    return 1;
}

static PLAIN size_t inet_print(unsigned number, char *to)
{
    size_t len = 0;
    for (int part = 0; part < 4; part++) {
        unsigned one = number >> (8 * part) & 255;
        if (one > 99)
            to[len++] = (char)('0' + one / 100);
        if (one > 9)
            to[len++] = (char)('0' + one / 10 % 10);
        to[len++] = (char)('0' + one % 10);
        to[len++] = part < 3 ? '.' : 0;
    }
    return len;
}

PLAIN const char *inet_ntop(int family, const void *restrict from, char *restrict to, unsigned room)
{
    char text[INET_TEXT];
    if (family != AF_INET && family != AF_INET6) {
        errno_set(EAFNOSUPPORT);
        return NULL;
    }
    if (family != AF_INET)
        __heddle_fail("unsupported", "inet_ntop of an address of IPv6");
    size_t len = inet_print(*(const unsigned *)from, text);
    if (len > room) {
        errno_set(ENOSPC);
        return NULL;
    }
    for (size_t k = 0; k < len; k++)
        to[k] = text[k];
    return to;
}

PLAIN char *inet_ntoa(InetAddress address)
{
    inet_print(address.number, inet_text);
    return inet_text;
}
