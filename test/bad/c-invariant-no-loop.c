//: error 5:9 this belongs to no loop: `invariant` stands right before a loop or its body
int x;
void f(void)
{
    //@ invariant x == 1
    x = 1;
}
int main(void)
{
    f();
    return 0;
}
