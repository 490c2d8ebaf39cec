//: expect safe
// Statement expressions, cleanup, ranges, zero-length arrays, builtins.
#include <assert.h>
#include <stdlib.h>
#define max(a, b)                                                                                  \
    ({                                                                                             \
        __typeof__(a) _a = (a);                                                                    \
        __typeof__(b) _b = (b);                                                                    \
        _a > _b ? _a : _b;                                                                         \
    })
static int freed;
static void drop(int **p)
{
    free(*p);
    freed++;
}
struct z {
    int n;
    int tail[0];
};
static int kind(int c)
{
    switch (c) {
    case 'a' ... 'z':
        return 1;
    case '0' ... '9':
        return 2;
    default:
        return 0;
    }
}
int main(void)
{
    {
        __attribute__((cleanup(drop))) int *p = malloc(4);
        *p = 1;
    }
    assert(freed == 1);
    struct z *s = malloc(sizeof *s + 2 * sizeof(int));
    s->tail[1] = 7;
    assert(max(s->tail[1], 3) == 7 && kind('m') == 1 && kind('5') == 2 && kind('!') == 0);
    free(s);
    assert(__builtin_popcount(7) == 3 && __builtin_clz(1) == 31 && __builtin_ctz(8) == 3 &&
           __builtin_ffs(0) == 0 && __builtin_bswap32(0x01020304) == 0x04030201 &&
           __builtin_parity(3) == 0);
    assert(__builtin_expect(freed, 1));
    int o;
    assert(__builtin_mul_overflow(1 << 30, 4, &o));
    assert(!__builtin_sadd_overflow(1, 2, &o) && o == 3);
    int v = freed ?: 9;
    assert(v == 1);
    int arr[] = {[0 ... 2] = 5};
    assert(arr[2] == 5);
    assert(__builtin_rotateleft32(0x80000001u, 1) == 3);
    assert(__builtin_popcountll(~0ull) == 64 && __builtin_clzll(1) == 63);
    unsigned long long m;
    assert(__builtin_mul_overflow(~0ull, 2ull, &m));
    int nested = ({
        int t = 0;
        for (int k = 0; k < 3; k++)
            t += k;
        t;
    });
    assert(nested == 3);
    goto out;
out:
    return 0;
}
