//: error 5:47 expected an expression behind the range
int x[3];
int y;

/*@ requires (\forall int i; 0 <= i && i < 3; ) */
void f(void)
{
    y = 1;
}

int main(void)
{
    f();
    return 0;
}
