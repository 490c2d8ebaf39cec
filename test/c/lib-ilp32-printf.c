//: expect safe
//: both
//: options --data-model=ILP32
// printf reads its arguments; snprintf gives the exact text.  With 32-bit pointers.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char text[32];
    int n = snprintf(text, sizeof text, "%d-%s-%04x-%c-%lu", -5, "ab", 255u, 'z', 7ul);
    assert(strcmp(text, "-5-ab-00ff-z-7") == 0);
    assert(n == 14);
    assert(printf("%5.2s|%-4d|\n", "xyz", 12) == 12);
    puts(text);
    fprintf(stderr, "%s\n", text);
    return 0;
}
//: also --engine=bound
