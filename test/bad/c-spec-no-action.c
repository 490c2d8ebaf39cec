//: error 3:14 expected `action` or `(`, found `x`
int x;
/*@ performs x == 1 */
void f(void)
{
    x = 1;
}
int main(void)
{
    f();
    return 0;
}
