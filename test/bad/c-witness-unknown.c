//: error 6:9 no action of the function's `performs` has the label "B"
int x;
/*@ performs action "A": (x) { x == 1 } */
void f(void)
{
    //@ witness "B";
    x = 1;
}
int main(void)
{
    f();
    return 0;
}
