//: expect safe
//: both
// realloc keeps the contents, pointers among them; calloc is zero.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int x = 0;
    int **p = malloc(sizeof *p);
    p[0] = &x;
    p = realloc(p, 3 * sizeof *p);
    assert(p[0] == &x);
    *p[0] = 5;
    assert(x == 5);
    free(p);
    int *z = calloc(2, sizeof *z);
    assert(z[0] == 0 && z[1] == 0);
    free(z);
    return 0;
}
