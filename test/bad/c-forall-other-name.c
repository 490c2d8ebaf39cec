//: error 7:34 the range of a quantifier is
// The range is that of the variable, not of one whose name begins or goes on in the same way.
int x[3];
int ind, indexes;
int y;

/*@ requires (\forall int index; 0 <= ind && ind < 3; x[index] == 0) */
void f(void)
{
    y = 1;
}

int main(void)
{
    f();
    return 0;
}
