//: prove failed
//: failed declarations sanity 6 the invariants do not hold when the program begins
// A library has no first thread: initial values are to do.
#include <assert.h>
static int limit = 5;
/*@ invariant limit == 4 */
void f(void)
{
    assert(limit == 4);
}
