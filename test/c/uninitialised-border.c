//: expect bug uninitialised 9
// Of the two numbers that it may be one is less than 1, the other is not.
#include <stdlib.h>

int main(void)
{
    unsigned *word = malloc(sizeof *word);
    unsigned bit = *word & 1;
    if (bit < 1)
        return 0;
    return 0;
}
//: also --engine=bound
