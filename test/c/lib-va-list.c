//: expect safe
//: both
// A variadic function of the user, and vsnprintf.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int sum(int count, ...)
{
    va_list list;
    int total = 0;
    va_start(list, count);
    while (count--)
        total += va_arg(list, int);
    va_end(list);
    return total;
}

static int print(char *to, size_t size, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vsnprintf(to, size, format, list);
    va_end(list);
    return length;
}

int main(void)
{
    char text[16];
    assert(sum(0) == 0);
    assert(sum(3, 1, 2, 3) == 6);
    assert(print(text, sizeof text, "%s=%lld", "x", -7ll) == 4);
    assert(strcmp(text, "x=-7") == 0);
    return 0;
}
