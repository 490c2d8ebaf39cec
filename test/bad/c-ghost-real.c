//: error 8:9 `x` is no ghost: ghost assignments change ghosts only
int x;
/*@ ghost int g; */

void f(void)
{
    x = 1;
    /*@ ghost x = 2; */
}

int main(void)
{
    f();
    return 0;
}
