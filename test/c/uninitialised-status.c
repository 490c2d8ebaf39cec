//: expect bug uninitialised 19
//: both
// The status of the program depends on memory that was never written.
#include <stdlib.h>

static int *cell;

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
    return s;
}
//: also --engine=summarize
