//: expect bug assert
// ... with a wrong result expected.
#include <assert.h>
static int run(const char *code)
{
    static const void *const op[] = {&&inc, &&dbl, &&end};
    int x = 0;
    goto *op[(int)*code++];
inc:
    x++;
    goto *op[(int)*code++];
dbl:
    x *= 2;
    goto *op[(int)*code++];
end:
    return x;
}
int main(void)
{
    char c[] = {0, 0, 1, 0, 2};
    assert(run(c) == 4);
    assert(run(c) == 5);
    return 0;
}
