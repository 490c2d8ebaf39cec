//: expect bug claim 9
// What a variable was at a label, and where the function began.
static int sum = 3;
static void add(int n)
{
    sum++;
again:;
    int i = 0;
    /*@ invariant sum == \at(sum, again) + 2 * i && \old(sum) == 3 */
    while (i < n) {
        sum += i == 2 ? 1 : 2;
        i++;
    }
}
int main(void)
{
    add(2);
    sum = 3;
    add(3);
    return 0;
}
