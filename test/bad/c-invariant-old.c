//: error 3:15 there is `\old` in actions and in invariants of loops only
static int x;
/*@ invariant \old(x) == x */
int main(void)
{
    return x;
}
