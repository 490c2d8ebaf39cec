//: error 5:49 use of undeclared identifier 'j'
int x[3];
int y;

/*@ requires (\forall int i; 0 <= i && i < 3; x[j] == 0) */
void f(void)
{
    y = 1;
}

int main(void)
{
    f();
    return 0;
}
