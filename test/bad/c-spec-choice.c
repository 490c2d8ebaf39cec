//: error 3:37 expected `]` to make [], a choice, found `(`
int x;
/*@ performs action (x) { x == 1 } [(action (x) { x == 2 })] */
void f(void)
{
    x = 1;
}
int main(void)
{
    f();
    return 0;
}
