//: error 3:24 expected `{` before the predicate of the action, found the end of the annotation
int x;
/*@ performs action (x) */
void f(void)
{
    x = 1;
}
int main(void)
{
    f();
    return 0;
}
