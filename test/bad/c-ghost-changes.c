//: error 8:21 what is assigned to a ghost must not change anything
int x;
/*@ ghost int g; */

void f(void)
{
    x = 1;
    /*@ ghost g = x++; */
}

int main(void)
{
    f();
    return 0;
}
