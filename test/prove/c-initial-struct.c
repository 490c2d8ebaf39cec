//: prove proved
// What structs and arrays hold at first, wherever a member stands: an initialiser is bytes.
struct pair {
    int a, b;
};
struct inner {
    char tag;
    struct pair pair;
    short low, high;
    int few[3];
    long long wide;
    struct pair *to;
    unsigned char flag;
};
static struct pair p = {5, -6};
static struct pair nothing;
static struct inner w = {1, {2, -3}, -4, 5, {6, 7, 8}, -9, &p, 200};
static struct pair pairs[2] = {{1, 2}, {3, 4}};
static int row[3] = {10, 20, 30};
/*@ invariant p.a == 5 && p.b == -6 && nothing.a == 0 && nothing.b == 0 */
/*@ invariant w.tag == 1 && w.pair.a == 2 && w.pair.b == -3 && w.low == -4 && w.high == 5 */
/*@ invariant w.few[0] == 6 && w.few[2] == 8 && w.wide == -9 && w.to == &p && w.flag == 200 */
/*@ invariant pairs[0].b == 2 && pairs[1].a == 3 && row[1] == 20 */
/*@ invariant (\forall int i; 0 <= i && i < 3; row[i] == 10 * (i + 1)) */
/*@ requires 1 */
int get(void)
{
    return p.b + w.few[1] + pairs[1].b + row[2];
}
//: shown
