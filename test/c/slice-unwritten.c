//: expect bug uninitialised 11
//: both
// Nobody looks at the number, but it is shown, and was never written.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *fresh = malloc(2 * sizeof *fresh), seen = fresh[1];
    seen ^= 1;
    printf("%d\n", seen);
    free(fresh);
}
