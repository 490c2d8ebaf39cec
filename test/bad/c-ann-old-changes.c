//: error 7:30 what is remembered by `\at` and `\old` must not change anything
static int count;
int main(void)
{
    int left = 3;
    /*@ invariant left >= 0 */
    /*@ invariant \old(count++) == 0 */
    while (left > 0)
        left--;
    return count;
}
