//: prove failed
//: failed declarations sanity 12 the invariants do not hold when the program begins
// The second member of the second element is another number.
struct pair {
    int a, b;
};
static struct pair pairs[2] = {{1, 2}, {3, 4}};
int get(void)
{
    return pairs[1].b;
}
/*@ invariant pairs[0].a == 1 && pairs[1].b == 5 */
