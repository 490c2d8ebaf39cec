//: expect bug claim 6
// The measure of a loop is tested in every run.
int main(void)
{
    int n = 5;
    /*@ decreases n */
    while (n > 0) {
        n = n == 3 ? 4 : n - 1;
    }
    return n;
}
