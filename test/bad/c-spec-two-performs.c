//: error 3:36 there are two `performs`; join them with []
int x;
/*@ performs action (x) { x == 1 } performs action () { 1 } */
void f(void)
{
    x = 1;
}
int main(void)
{
    f();
    return 0;
}
