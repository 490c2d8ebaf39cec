//: error 3:21 expected `(` before the places that the action modifies, found `{`
int x;
/*@ performs action { x == 1 } */
void f(void)
{
    x = 1;
}
int main(void)
{
    f();
    return 0;
}
