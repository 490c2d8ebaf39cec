//: expect safe
// A sum that rises and falls again, bits of a counter, a product: the loop ends in the first round in which it must.
#include <assert.h>

int main(void)
{
    long sum = 0, i = 1000, n = 0;
    while (sum <= 200000 && n < 3000000) {
        sum += i--;
        n++;
    }
    assert(n == 226 && sum == 200575);
    unsigned k = 0;
    while ((k & 0xffff) != 50000)
        k++;
    assert(k == 50000);
    for (k = 0; k * k <= 1000000; k++)
        n++;
    assert(k == 1001 && n == 226 + 1001);
    unsigned char small = 7;
    for (n = 0; small != 6; n++)
        small = (unsigned char)(small + 255);
    assert(n == 1);
    for (n = 0; small != 5; n++)
        small += 5; /* 6 + 5 n is 5 modulo 256 */
    assert(n == 51);
    return 0;
}
