//: expect unknown
//: options --property=assert
//: output unknown-property.c:13: a run breaks a property that is not checked, and what the program
//: output does then is undefined (use of a freed object); --property=memory shows it
//: output in main: *p = 3;
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    free(p);
    *p = 3;
    assert(1);
    return 0;
}
