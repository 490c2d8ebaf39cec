//: error 5:34 controlling expression type 'double' not compatible
int x[3];
int y;

/*@ requires (\forall double i; 0 <= i && i < 3; 1) */
void f(void)
{
    y = 1;
}

int main(void)
{
    f();
    return 0;
}
