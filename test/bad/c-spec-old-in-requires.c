//: error 3:14 there is `\old` in actions and in invariants of loops only
int x;
/*@ requires \old(x) == 1 */
void f(void)
{
    x = 1;
}
int main(void)
{
    f();
    return 0;
}
