//: prove proved
// `==>` has its operands in each part of a conditional by itself.
#include <stdbool.h>

/*@ performs action () { k > 3 ? k < 9 ==> \result == 2 : k < 0 ==> \result == 1 } */
int look(int k)
{
    return k > 3 ? 2 : 1;
}
