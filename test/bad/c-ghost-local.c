//: error 8:26 expected the end of the annotation
int x;
/*@ ghost int g; */

void f(void)
{
    x = 1;
    /*@ ghost int h = 1; accessible_if x == 1 */
}

int main(void)
{
    f();
    return 0;
}
