//: error 8:20 there are no ghost arrays
int x;
/*@ ghost int g; */

void f(void)
{
    x = 1;
    /*@ ghost int h[3]; */
}

int main(void)
{
    f();
    return 0;
}
