//: error 3:37 expected expression
int x;
/*@ performs action () { x == 1 ==> } */
void f(void)
{
}
