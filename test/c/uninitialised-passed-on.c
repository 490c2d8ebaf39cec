// A value that was never written is stored, loaded again, handed on and copied before somebody looks at it: nobody looks at
// what comes of it, but that somebody looked is an error.
//: expect bug uninitialised
//: options --all-errors
//: also --no-slicing
//: errors 5
#include <stdlib.h>
#include <string.h>

long long heddle_choose(long long, long long);
struct pair {
    int a, b;
};
static struct pair shared, other;
static int unused;

static int id(int v)
{
    return v;
}

int main(void)
{
    struct pair *p = malloc(sizeof *p);
    if (!p)
        return 0;
    p->a = 1;
    int (*f)(int) = id;
    switch (heddle_choose(0, 4)) {
    case 0:
        shared = *p;
        other = shared;
        if (other.b)
            unused = 1;
        break;
    case 1:
        memcpy(&other, p, sizeof other);
        if (other.b)
            unused = 2;
        break;
    case 2:
        memcpy(&shared, p, sizeof shared);
        memcpy(&other, &shared, sizeof shared);
        switch (other.b) {
        case 3:
            unused = 3;
        }
        break;
    case 3:
        shared = *p;
        if (id(shared.a) && shared.b > 4)
            unused = 4;
        break;
    default:
        for (size_t k = 0; k < sizeof shared; k++)
            ((unsigned char *)&shared)[k] = ((unsigned char *)p)[k];
        if (f(shared.a) && shared.b)
            unused = 5;
    }
    free(p);
    return 0;
}
