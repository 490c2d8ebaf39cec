//: error 8:19 what is assigned to a ghost must not call functions
int x;
/*@ ghost int g; */

void f(void)
{
    x = 1;
    /*@ ghost g = f(); */
}

int main(void)
{
    f();
    return 0;
}
