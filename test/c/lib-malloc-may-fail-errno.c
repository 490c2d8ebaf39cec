//: expect safe
//: options --malloc-may-fail
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
int main(void)
{
    static volatile size_t n = 2;
    char *a = malloc(1);
    assert(a || errno == ENOMEM);
    errno = 0;
    char *b = calloc(n, n);
    assert(b ? errno == 0 : errno == ENOMEM);
    errno = 0;
    char *c = realloc(a, 2);
    assert(c || errno == ENOMEM);
    free(b);
    free(c ? c : a);
    return 0;
}
