//: error 3:27 argument may not have 'void' type
int x;
/*@ performs action () { \result == 1 } */
void f(void)
{
    x = 1;
}
int main(void)
{
    f();
    return 0;
}
