//: expect bug freed 14
//: both
// An array of variable length ends with its block, in each round of the loop.
int main(void)
{
    int *kept = 0, sum = 0;
    for (int n = 1; n < 3; n++) {
        int a[n];
        a[0] = n;
        if (n == 1)
            kept = a;
        sum += a[0];
    }
    return sum + *kept;
}
//: also --engine=symbolic --property=assert,memory,lock
