//: expect bug uninitialised 10
// Printing a value that was never written is an error.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *cell = malloc(sizeof *cell);
    if (cell)
        printf("%d\n", *cell);
    free(cell);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=summarize
