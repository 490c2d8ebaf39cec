//: expect bug claim 8
// An element of an array is one of the objects.
struct node {
    int key;
};
static struct node more[3];
int x;
/*@ requires x == 0 ||
             (\forall struct node *n; n->key == 0) */
static void check(void)
{
}
int main(void)
{
    check();
    more[2].key = 1;
    x = 1;
    check();
    return 0;
}
