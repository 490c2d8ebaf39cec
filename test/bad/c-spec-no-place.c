//: error 3:22 cannot take the address of an rvalue of type 'int'
int x;
/*@ performs action (x + 1) { x == 1 } */
void f(void)
{
    x = 1;
}
int main(void)
{
    f();
    return 0;
}
