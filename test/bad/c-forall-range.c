//: error 5:30 the range of a quantifier is
int x[3];
int y;

/*@ requires (\forall int i; x[i] == 0; 1) */
void f(void)
{
    y = 1;
}

int main(void)
{
    f();
    return 0;
}
