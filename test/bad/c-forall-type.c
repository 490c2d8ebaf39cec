//: error 5:15 a quantifier is
int x[3];
int y;

/*@ requires (\forall i; 0 <= i && i < 3; x[i] == 0) */
void f(void)
{
    y = 1;
}

int main(void)
{
    f();
    return 0;
}
