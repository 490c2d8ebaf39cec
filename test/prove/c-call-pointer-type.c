//: prove unknown
//: unknown it is not known that this pointer points to an object of its type
#include <pthread.h>
struct a {
    int x;
};
struct b {
    int y;
};
static _Atomic int n;
void of_a(struct a *a)
{
    n += a->x;
}
void (*hook)(struct a *) = of_a;
void f(struct b *b)
{
    hook((struct a *)b);
}
