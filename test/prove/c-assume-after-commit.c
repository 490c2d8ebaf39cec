//: prove failed
//: failed f performs 11 the predicate of the action does not hold: a == 99
// The others see what is stored before a wait that never ends.
#include <stdatomic.h>
extern void __VERIFIER_assume(int);
static _Atomic int a;
/*@ performs action (a) { a == 99 } */
void f(int k)
{
    a = k ? 1 : 99;
    __VERIFIER_assume(!k);
}
