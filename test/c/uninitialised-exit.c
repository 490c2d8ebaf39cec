//: expect bug uninitialised 21
//: both
// The status that is given to exit depends on memory that was never written.
#include <stdlib.h>

static int *cell;
static int seen;

static int take(void)
{
    return *cell;
}

int main(void)
{
    int s = 0;
    cell = malloc(sizeof *cell);
    for (int i = 0; i < 2; i++)
        s += take();
    seen = s;
    exit(s);
}
