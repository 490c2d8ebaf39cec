//: error 4:12 use of undeclared identifier 'y'
static int x;
/*@ requires x ==
 *         y
 */
void f(void)
{
    x = 1;
}
int main(void)
{
    f();
    return 0;
}
