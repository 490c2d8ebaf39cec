//: error 5:28 a quantifier has a range
int x[3];
int y;

/*@ requires (\forall int i; x[i] == 0) */
void f(void)
{
    y = 1;
}

int main(void)
{
    f();
    return 0;
}
