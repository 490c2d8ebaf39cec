//: error 3:38 expected `)` to close the parenthesis before it, found the end of the annotation
int x;
/*@ performs (action (x) { x == 1 } * */
void f(void)
{
    x = 1;
}
int main(void)
{
    f();
    return 0;
}
