//: error 4:24 a quantifier over objects needs a pointer to a struct whose members are known
#include <stddef.h>
struct other;
/*@ requires (\forall struct other *n; n == NULL) */
void f(void)
{
}
int main(void)
{
    f();
    return 0;
}
