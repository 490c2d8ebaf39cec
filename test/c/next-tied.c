//: expect unknown
//: output heddle check --next=list --set=5=2 --arguments=1 test/c/next-tied.c
//: output smaller constants, though the 4 in line 19 stays as it is
// The loops go round five times, and one line speaks of the last round: with 2 in place of 5 this is another program, whose
// bug (test/cli/next-tied.test) is none of this one.
#include <assert.h>
#include <stdlib.h>

static int forks[5];

int main(int argc, char **argv)
{
    int last = -1;
    if (argc != 2 || !getenv("VERBOSE"))
        last = 0;
    if (argc < 2)
        return 1;
    for (int i = 0; i < 5; i++)
        if (i == 4)
            last = i;
    for (int i = 0; i < 5; i++)
        forks[i % 5] = i;
    assert(last == forks[last] && last > 0 && argv[1][0]);
    return 0;
}
