//: expect safe
// Ten million rounds, and four thousand million of them: closed forms give the values, wrapped around or not.
#include <assert.h>

int main(void)
{
    unsigned sum = 0, wraps = 10;
    unsigned long rounds = 0;
    int i, at = 0, turns = 0;
    for (i = 0; i < 10000000; i++)
        sum += (unsigned)i;
    assert(i == 10000000 && sum == 2280707264u);
    while (wraps >= 10) {
        wraps++;
        rounds++;
    }
    assert(wraps == 0 && rounds == 4294967286ul);
    while (1) {
        at += 7;
        if (at == 6999999) /* it steps over that */
            assert(0);
        if (at > 7000000)
            break;
        turns++;
    }
    assert(at == 7000007 && turns == 1000000);
    return 0;
}
