//: error 5:16 `invariant` stands right before a loop, or right before its body in braces
int x;
void f(void)
{
    if (x) /*@ invariant x == 1 */
        while (x)
            x = 0;
}
int main(void)
{
    f();
    return 0;
}
