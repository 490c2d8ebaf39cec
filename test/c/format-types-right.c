// What fits, and what differs in nothing but its sign, or is memory for something else.
//: expect safe
#include <assert.h>
#include <stdint.h>
#include <stdio.h>

struct pair {
    short small;
    long large;
};
static struct pair global;
union any {
    long large;
    int number;
};

int main(void)
{
    char letter = 'x', text[40], bytes[8];
    short small = 2;
    long large = 3;
    unsigned number = 4;
    float fraction = 1;
    struct pair pair = {1, 2};
    union any any;
    int *pointer = (int *)&number, list[2];
    printf("%c %hhd %hd %d %i %u %x\n", letter, letter, small, small, number, 5, letter);
    printf("%ld %lu %lld %zu %jd %td %p %s\n", large, large, (long long)large, sizeof large,
           (intmax_t)1, (char *)pointer - (char *)pointer, (void *)pointer, "t");
    printf("%f %g %5.2e %%\n", fraction, 1.5, 2.0);
    printf("%*d %-*.*s|%m\n", 3, 1, 4, 2, "abc");
    assert(snprintf(text, sizeof text, "%.*s%+05d", 2, "abc", 7) == 7);
    assert(sscanf("1 2 3 4 5", "%hd%ld%d%d%*d", &pair.small, &global.large, &any.number, pointer) ==
           4);
    assert(sscanf("6 7 ab", "%d%u%3[^]x]", &list[1], &number, bytes) == 3);
    assert(pair.small == 1 && global.large == 2 && any.number == 3 && list[1] == 6 && number == 7);
    return 0;
}
