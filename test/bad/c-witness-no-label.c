//: error 6:17 expected the label of an action, in quotes
int x;
/*@ performs action "A": (x) { x == 1 } */
void f(void)
{
    //@ witness A;
    x = 1;
}
int main(void)
{
    f();
    return 0;
}
