//: error 3:27 use of undeclared identifier 'y'
int x;
/*@ performs action (x) { y == 1 } */
void f(void)
{
    x = 1;
}
int main(void)
{
    f();
    return 0;
}
