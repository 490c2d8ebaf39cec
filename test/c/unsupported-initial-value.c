//: expect unknown
// What cannot be computed before main begins is not left out, whichever engine is the first one
// (with recursion it is another).
#include <assert.h>

static int depth(int n)
{
    return n ? depth(n - 1) + 1 : 0;
}

int main(void)
{
    static const int to[] = {&&fails - &&fails, &&ends - &&fails};
    goto *(&&fails + to[depth(2) == 2 ? 0 : 1]);
fails:
    assert(0);
ends:
    return 0;
}
