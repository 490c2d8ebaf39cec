//: prove failed
// What is in a text is not known.
#include <assert.h>

static const char *name = "ready";

void f(void)
{
    assert(name[0] == 'x');
}
