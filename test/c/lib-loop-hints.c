//: expect bug hang 17
//: both
// Hints of GenMC and Dat3M about loops mean nothing here.
#include <stdatomic.h>

void __VERIFIER_loop_begin(void), __VERIFIER_loop_bound(int), __VERIFIER_spin_start(void),
    __VERIFIER_spin_end(int);

static atomic_int ready, count;

int main(void)
{
    __VERIFIER_loop_bound(3);
    while (count < 5)
        count++;
    for (int waits = (__VERIFIER_loop_begin(), 0);
         __VERIFIER_spin_start(), waits = !ready, __VERIFIER_spin_end(!waits), waits;)
        ;
}
