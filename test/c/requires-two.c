//: expect bug claim 4
// Each requires is tested, not only the first one.
int g;
/*@ requires n > 0
    requires m > 0 */
static void put(int n, int m)
{
    g = n + m;
}
int main(void)
{
    put(1, 0);
    return 0;
}
