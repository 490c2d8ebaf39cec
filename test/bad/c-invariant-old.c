//: error 3:15 there is `\old` in actions only
static int x;
/*@ invariant \old(x) == x */
int main(void)
{
    return x;
}
