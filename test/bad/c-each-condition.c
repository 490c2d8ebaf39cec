//: error 5:39 expected a condition between the two `;` of a quantifier, or one `;`
struct node {
    int key;
};
/*@ requires (\forall struct node *n; ; n->key == 0) */
void f(void)
{
}
int main(void)
{
    f();
    return 0;
}
