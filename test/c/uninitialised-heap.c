//: expect bug uninitialised 12
// malloc gives no values; copying what it gives is no error, deciding by it is.
#include <stdlib.h>

int main(void)
{
    struct {
        int a, b;
    } *p = malloc(sizeof *p), q;
    p->a = 1;
    q = *p;
    if (q.a == 1 && q.b == 2)
        return 1;
    return 0;
}
