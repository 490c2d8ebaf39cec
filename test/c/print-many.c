//: expect safe
//: both
// Output whose format is a literal costs next to nothing, and its arguments are read.
#include <stdio.h>

static char name[] = "worker";
static long long total;

int main(void)
{
    for (int i = 0; i < 3000; i++) {
        total += i;
        printf("%s %d: %5.1f%% {of} %lld %#x %c\n", name, i, i / 30.0, total, i, 'a' + i % 26);
        fprintf(stderr, "%s\n", "step");
        puts("done");
    }
    return 0;
}
//: also --engine=bound
//: also --engine=cegar --property=assert
