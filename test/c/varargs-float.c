//: expect bug
//: output this memory is read, and was never written
//: both
// The sum expects whole numbers, and one of them is not.
#include <stdarg.h>

static int sum(int count, ...)
{
    int total = 0;
    va_list list;
    va_start(list, count);
    while (count--)
        total += va_arg(list, int);
    va_end(list);
    return total;
}

int main(void)
{
    return sum(2, 1, 2) + sum(3, 1, 2.5, 3) == 9;
}
