//: expect bounded
//: options --memory-model=sc --engine=explore --as-tried
// Functions that few programs call, each with what the manual page says of it; a native run ends without a word, too.  (What a
// file holds is not known: so it is bounded.)
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <malloc.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

static int print(char *to, const char *format, ...)
{
    va_list first, second;
    char other[16];
    va_start(first, format);
    va_copy(second, first);
    int length = vsprintf(to, format, first);
    assert(vsprintf(other, format, second) == length && strcmp(to, other) == 0);
    va_end(second);
    va_end(first);
    return length;
}

static void bytes(void)
{
    char a[] = "abcabc", b[8] = "xxxxxxx";
    assert(bcmp(a, "abcabd", 5) == 0 && bcmp(a, "abcabd", 6) != 0);
    bcopy(a, b, 3);
    assert(memcmp(b, "abcxxxx", 8) == 0);
    bcopy(a, a + 1, 3); /* they may overlap */
    assert(strcmp(a, "aabcbc") == 0);
    bzero(b + 1, 2);
    assert(b[0] == 'a' && !b[1] && !b[2] && b[3] == 'x');
    explicit_bzero(b, 4);
    assert(!b[0] && !b[3] && b[4] == 'x');
    assert(rindex(a, 'b') == a + 4 && !rindex(a, 'z') && index(a, 'b') == a + 2);
    assert(strcoll("ab", "ac") < 0 && strcoll("b", "ab") > 0 && strcoll("x", "x") == 0);
    assert(strerror(EINVAL) && strerror(EINVAL)[0]);
}

static void numbers(void)
{
    assert(ffsl(0) == 0 && ffsl(1) == 1 && ffsl(0x4000000000) == 39 && ffsl(-8) == 4);
    assert(ntohl(htonl(0x12345678)) == 0x12345678 && ntohs(0x1234) == 0x3412);
    assert(htonl(1) == 0x1000000 && ntohl(0x78563412) == 0x12345678);
    assert(fabsf(-1.5f) == 1.5f && fabsf(2.5f) == 2.5f);
    assert(difftime(7, 4) == 3.0);
    assert(isascii(0) && isascii(127) && !isascii(128) && !isascii(-1));
}

static void memory(void)
{
    int *four = reallocarray(NULL, 4, sizeof *four);
    assert(four);
    four[3] = 3;
    four = reallocarray(four, 8, sizeof *four);
    assert(four && four[3] == 3);
    errno = 0;
    assert(!reallocarray(four, SIZE_MAX / 2, 4) && errno == ENOMEM);
    assert(malloc_usable_size(four) >= 32);
    free(four);
    char *aligned = memalign(64, 8);
    assert(aligned);
    free(aligned);
}

static void files(void)
{
    char text[4] = "abc";
    FILE *none = fopen("/dev/null", "r");
    if (!none)
        return;
    assert(!ferror(none) && fileno(none) >= 0);
    assert(fread(text, 0, 3, none) == 0 && fread(text, 3, 0, none) == 0);
    assert(memcmp(text, "abc", 4) == 0 && !feof(none));
    clearerr(none);
    assert(!feof(none));
    rewind(none);
    setbuf(none, NULL);
    assert(setvbuf(none, NULL, _IONBF, 0) == 0);
    fclose(none);
}

int main(void)
{
    char text[16];
    assert(print(text, "%d-%s", 12, "ab") == 5 && strcmp(text, "12-ab") == 0);
    bytes();
    numbers();
    memory();
    files();
    return 0;
}
