//: error 6:23 a quantifier is over integers, or over objects: `struct tag *name`
#include <stddef.h>
struct node {
    int key;
};
/*@ requires (\forall struct node n; n.key == 0) */
void f(void)
{
}
int main(void)
{
    f();
    return 0;
}
