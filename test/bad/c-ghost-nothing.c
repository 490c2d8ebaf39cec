//: error 8:15 expected a ghost variable, `type name`, or an assignment to one
int x;
/*@ ghost int g; */

void f(void)
{
    x = 1;
    /*@ ghost g; */
}

int main(void)
{
    f();
    return 0;
}
