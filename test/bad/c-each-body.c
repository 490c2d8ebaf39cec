//: error 5:38 expected an expression in a quantifier
struct node {
    int key;
};
/*@ requires (\forall struct node *n;) */
void f(void)
{
}
int main(void)
{
    f();
    return 0;
}
