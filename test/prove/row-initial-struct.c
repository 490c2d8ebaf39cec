//: prove proved
// Initial values of a struct, and an invariant about them
struct pair {
    int a, b;
};
static struct pair p = {5, 5};
/*@ invariant p.a == 5 */
/*@ requires 1 */
int get(void)
{
    return p.b;
}
