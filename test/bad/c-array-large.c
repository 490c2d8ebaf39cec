//: error 3:1 `a` has 8589934592 bytes, and heddle handles up to 2147483647 in one piece
// Its size was taken for 0.
static char a[1UL << 33];

int main(void)
{
    a[4096] = 1;
    return 0;
}
