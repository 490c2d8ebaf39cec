//: error 5:43 no member named 'lock' in 'struct node'
struct node {
    int key;
};
/*@ invariant (\forall struct node *n; n->lock == 0) */
int main(void)
{
    return 0;
}
