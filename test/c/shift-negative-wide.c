//: expect bug shift 7
// A negative amount of 64 bits whose lower half would do.
volatile long long source = -4294967296LL + 3;
int main(void)
{
    long long by = source;
    int x = 1 << by;
    return x == 8 ? 0 : 1;
}
