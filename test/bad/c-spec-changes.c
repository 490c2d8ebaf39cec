//: error 3:28 an annotation must not change anything
int x;
/*@ performs action (x) { x++ } */
void f(void)
{
    x = 1;
}
int main(void)
{
    f();
    return 0;
}
