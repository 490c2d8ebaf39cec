//: expect safe
/* A product that does not fit is no size. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
static volatile size_t many = (size_t)1 << 33, none = 0;
int main(void)
{
    assert(!calloc(many, many) && errno == ENOMEM);
    assert(!calloc(many, (size_t)1 << 31) && !calloc((size_t)1 << 62, many));
    int *few = calloc(2, sizeof *few);
    assert(few[1] == 0);
    free(few);
    free(calloc(none, many));
    return 0;
}
//: also --engine=bound
