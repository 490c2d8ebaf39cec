//: expect safe
//: both
// Scopes with arrays of variable length in each other, left by break, continue and goto, before the
// array is there and behind it.
#include <assert.h>

static int sum(int n)
{
    int a[n], total = 0;
    for (int i = 0; i < n; i++) {
        if (i == 1)
            continue;
        int b[i + 1];
        b[i] = i;
        a[i] = b[i];
        if (i == 3)
            break;
        if (i == 2) {
            int c[2 * n];
            c[5] = a[0];
            total += c[5];
            goto next;
        }
        total += a[i];
    next:;
    }
    return total + a[0];
}

int main(void)
{
    assert(sum(3) == 0 && sum(5) == 0);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=summarize
