//: error 4:23 a quantifier over integers has a range: `low <= name && name < high;`
#include <stddef.h>
typedef int count_t;
/*@ requires (\forall count_t n; n == 0) */
void f(void)
{
}
int main(void)
{
    f();
    return 0;
}
