//: error 8:5 use of undeclared identifier 'g'
int x;
/*@ ghost int g; */

void f(void)
{
    x = 1;
    g = 2;
}

int main(void)
{
    f();
    return 0;
}
