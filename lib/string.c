/* string.c -- <string.h>.
 *
 * Reading or writing outside an object, or before it was initialised, is found by the machine.  The
 * copies keep pointers that lie in the bytes.  An overlap that a function does not allow is
 * found.  No function calls another one by its public name: the user's
 * program may have a function of that name. */
#include "intrinsics.h"

typedef unsigned char Byte;

/* ---- blocks ---- */

PLAIN void *memcpy(void *restrict to, const void *restrict from, size_t count)
{
    __builtin_memcpy(to, from, count);
    return to;
}

PLAIN void *memmove(void *to, const void *from, size_t count)
{
    __builtin_memmove(to, from, count);
    return to;
}

PLAIN void *mempcpy(void *restrict to, const void *restrict from, size_t count)
{
    __builtin_memcpy(to, from, count);
    return (Byte *)to + count;
}

PLAIN void *memset(void *to, int byte, size_t count)
{
    __builtin_memset(to, byte, count);
    return to;
}

PLAIN void bzero(void *to, size_t count)
{
    __builtin_memset(to, 0, count);
}

PLAIN void explicit_bzero(void *to, size_t count)
{
    __builtin_memset(to, 0, count);
}

PLAIN void bcopy(const void *from, void *to, size_t count)
{
    __builtin_memmove(to, from, count);
}

/* Both must have so many bytes, though the first ones may tell: real ones compare words. */
static PLAIN int string_compare_bytes(const void *a, const void *b, size_t count)
{
    const Byte *x = a, *y = b;
    for (; count; count--, x++, y++)
        if (*x != *y) {
            Byte last_x = x[count - 1], last_y = y[count - 1];
            (void)last_x, (void)last_y;
            return *x < *y ? -1 : 1;
        }
    return 0;
}

PLAIN int memcmp(const void *a, const void *b, size_t count)
{
    return string_compare_bytes(a, b, count);
}

PLAIN int bcmp(const void *a, const void *b, size_t count)
{
    return string_compare_bytes(a, b, count);
}

PLAIN void *memchr(const void *in, int byte, size_t count)
{
    const Byte *at = in;
    for (; count; count--, at++)
        if (*at == (Byte)byte)
            return (void *)at;
    return NULL;
}

PLAIN void *memccpy(void *restrict to, const void *restrict from, int last, size_t count)
{
    const Byte *in = from;
    size_t n = 0;
    while (n < count && in[n] != (Byte)last)
        n++;
    int found = n < count;
    n += (size_t)found;
    __heddle_apart(to, n, from, n);
    __builtin_memcpy(to, from, n);
    return found ? (Byte *)to + n : NULL;
}

PLAIN void *memrchr(const void *in, int byte, size_t count)
{
    const Byte *start = in;
    while (count)
        if (start[--count] == (Byte)byte)
            return (void *)(start + count);
    return NULL;
}

PLAIN void *memmem(const void *in, size_t size, const void *what, size_t count)
{
    const Byte *at = in;
    for (; size >= count; at++, size--)
        if (!string_compare_bytes(at, what, count))
            return (void *)at;
    return NULL;
}

/* ---- length, copy ---- */

static PLAIN size_t string_length(const char *s)
{
    size_t length = 0;
    while (s[length])
        length++;
    return length;
}

PLAIN size_t strlen(const char *s)
{
    return string_length(s);
}

static PLAIN size_t string_length_within(const char *s, size_t most)
{
    size_t length = 0;
    while (length < most && s[length])
        length++;
    return length;
}

PLAIN size_t strnlen(const char *s, size_t most)
{
    return string_length_within(s, most);
}

static PLAIN char *string_append(char *restrict to, const char *restrict from)
{
    const char *begin = from;
    while ((*to = *from)) {
        to++;
        from++;
    }
    size_t length = (size_t)(from - begin);
    __heddle_apart(to - length, length + 1, begin, length + 1);
    return to;
}

PLAIN char *stpcpy(char *restrict to, const char *restrict from)
{
    return string_append(to, from);
}

PLAIN char *strcpy(char *restrict to, const char *restrict from)
{
    string_append(to, from);
    return to;
}

/* Fills up with zeros, as it must; the end of what was copied. */
static PLAIN char *string_fill(char *restrict to, const char *restrict from, size_t count)
{
    size_t length = string_length_within(from, count);
    __heddle_apart(to, count, from, length + (length < count));
    __builtin_memcpy(to, from, length);
    __builtin_memset(to + length, 0, count - length);
    return to + length;
}

PLAIN char *stpncpy(char *restrict to, const char *restrict from, size_t count)
{
    return string_fill(to, from, count);
}

PLAIN char *strncpy(char *restrict to, const char *restrict from, size_t count)
{
    string_fill(to, from, count);
    return to;
}

PLAIN char *strcat(char *restrict to, const char *restrict from)
{
    size_t length = string_length(to);
    __heddle_apart(from, 1, to, length + 1); /* else there is no end */
    string_append(to + length, from);
    return to;
}

PLAIN char *strncat(char *restrict to, const char *restrict from, size_t count)
{
    char *end = to + string_length(to);
    size_t length = string_length_within(from, count);
    __heddle_apart(end, length + 1, from, length + (length < count));
    __builtin_memcpy(end, from, length);
    end[length] = 0;
    return to;
}

static PLAIN size_t string_put(char *restrict to, const char *restrict from, size_t size)
{
    size_t length = string_length(from);
    if (size) {
        size_t fits = length < size ? length : size - 1;
        __heddle_apart(to, fits + 1, from, length + 1);
        __builtin_memcpy(to, from, fits);
        to[fits] = 0;
    }
    return length;
}

PLAIN size_t strlcpy(char *restrict to, const char *restrict from, size_t size)
{
    return string_put(to, from, size);
}

PLAIN size_t strlcat(char *restrict to, const char *restrict from, size_t size)
{
    size_t length = string_length_within(to, size);
    return length + string_put(to + length, from, size - length);
}

static PLAIN char *string_copy(const char *s, size_t length)
{
    char *copy = __heddle_option("malloc-may-fail") && __heddle_choose(0, 1)
                     ? NULL
                     : __heddle_alloc(length + 1);
    if (!copy) {
        errno_set(ENOMEM);
        return NULL;
    }
    __builtin_memcpy(copy, s, length);
    copy[length] = 0;
    return copy;
}

PLAIN char *strdup(const char *s)
{
    return string_copy(s, string_length(s));
}

PLAIN char *strndup(const char *s, size_t most)
{
    return string_copy(s, string_length_within(s, most));
}

/* ---- compare ---- */

static int string_lower(int c)
{
    return c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : c;
}

static PLAIN int string_compare(const char *a, const char *b, size_t most)
{
    const Byte *x = (const Byte *)a, *y = (const Byte *)b;
    for (; most; most--, x++, y++) {
        if (*x != *y)
            return *x < *y ? -1 : 1;
        if (!*x)
            return 0;
    }
    return 0;
}

PLAIN int strncmp(const char *a, const char *b, size_t most)
{
    return string_compare(a, b, most);
}

PLAIN int strcmp(const char *a, const char *b)
{
    return string_compare(a, b, __SIZE_MAX__);
}

PLAIN int strcoll(const char *a, const char *b)
{
    return string_compare(a, b, __SIZE_MAX__);
}

static PLAIN int string_compare_letters(const char *a, const char *b, size_t most)
{
    const Byte *x = (const Byte *)a, *y = (const Byte *)b;
    for (; most; most--, x++, y++) {
        int p = string_lower(*x), q = string_lower(*y);
        if (p != q)
            return p - q;
        if (!p)
            return 0;
    }
    return 0;
}

PLAIN int strncasecmp(const char *a, const char *b, size_t most)
{
    return string_compare_letters(a, b, most);
}

PLAIN int strcasecmp(const char *a, const char *b)
{
    return string_compare_letters(a, b, __SIZE_MAX__);
}

/* ---- search ---- */

static PLAIN char *string_find(const char *s, int c)
{
    while (*s && *s != (char)c)
        s++;
    return (char *)s;
}

PLAIN char *strchrnul(const char *s, int c)
{
    return string_find(s, c);
}

PLAIN char *strchr(const char *s, int c)
{
    char *at = string_find(s, c);
    return *at == (char)c ? at : NULL;
}

static PLAIN char *string_find_last(const char *s, int c)
{
    const char *last = NULL;
    for (;; s++) {
        if (*s == (char)c)
            last = s;
        if (!*s)
            return (char *)last;
    }
}

PLAIN char *strrchr(const char *s, int c)
{
    return string_find_last(s, c);
}

PLAIN char *index(const char *s, int c)
{
    char *at = string_find(s, c);
    return *at == (char)c ? at : NULL;
}

PLAIN char *rindex(const char *s, int c)
{
    return string_find_last(s, c);
}

PLAIN char *strstr(const char *s, const char *what)
{
    size_t length = string_length(what);
    for (;; s++) {
        if (!string_compare(s, what, length))
            return (char *)s;
        if (!*s)
            return NULL;
    }
}

/* How many bytes at the beginning are (or are not) among the given ones. */
static PLAIN size_t string_span(const char *s, const char *set, _Bool among)
{
    size_t length = 0;
    while (s[length] && (*string_find(set, s[length]) != 0) == among)
        length++;
    return length;
}

PLAIN size_t strspn(const char *s, const char *set)
{
    return string_span(s, set, 1);
}

PLAIN size_t strcspn(const char *s, const char *set)
{
    return string_span(s, set, 0);
}

PLAIN char *strpbrk(const char *s, const char *set)
{
    s += string_span(s, set, 0);
    return *s ? (char *)s : NULL;
}

PLAIN char *strsep(char **rest, const char *set)
{
    char *token = *rest;
    if (!token)
        return NULL;
    char *end = token + string_span(token, set, 0);
    *rest = NULL;
    if (*end) {
        *end = 0;
        *rest = end + 1;
    }
    return token;
}

static PLAIN char *string_token(char *restrict s, const char *restrict set, char **restrict rest)
{
    char *token = s ? s : *rest;
    token += string_span(token, set, 1);
    char *end = token + string_span(token, set, 0);
    *rest = end;
    if (token == end)
        return NULL;
    if (*end) {
        *end = 0;
        *rest = end + 1;
    }
    return token;
}

PLAIN char *strtok_r(char *restrict s, const char *restrict set, char **restrict rest)
{
    return string_token(s, set, rest);
}

/* The place is shared by all threads, as in libc. */
static char *string_rest;

PLAIN char *strtok(char *restrict s, const char *restrict set)
{
    return string_token(s, set, &string_rest);
}

PLAIN char *__strtok_r(char *restrict s, const char *restrict set, char **restrict rest)
{
    return string_token(s, set, rest);
}
