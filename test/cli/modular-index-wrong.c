// Programs that are wrong, one for each number: modular proves none of them (modular-index-wrong.test).
#include <assert.h>
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);

#if WRONG == 1
int a[1000];
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 1000)
        return 0;
    for (unsigned i = 0; i < n; i++)
        a[i] = 7;
    unsigned k = __VERIFIER_nondet_uint();
    if (k <= n && k < 1000)
        assert(a[k] == 7);
    return 0;
}
#endif

#if WRONG == 2
int a[1000];
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 1000)
        return 0;
    for (unsigned i = 1; i < n; i++)
        a[i] = 7;
    unsigned k = __VERIFIER_nondet_uint();
    if (k < n)
        assert(a[k] == 7);
    return 0;
}
#endif

#if WRONG == 3
int a[1000];
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 1001)
        return 0;
    for (unsigned i = 0; i < n; i++)
        a[i] = 7;
    return 0;
}
#endif

#if WRONG == 4
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 100)
        return 0;
    int *a = malloc(n * sizeof *a);
    for (unsigned i = 0; i + 1 < n; i++)
        a[i] = 3;
    int s = a[n - 1];
    if (s)
        s = 1;
    free(a);
    return 0;
}
#endif

#if WRONG == 5
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 100)
        return 0;
    int *a = malloc(n * sizeof *a);
    for (unsigned i = 0; i <= n; i++)
        a[i] = 3;
    free(a);
    return 0;
}
#endif

#if WRONG == 6
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 100)
        return 0;
    int *a = malloc(n * sizeof *a);
    for (unsigned i = 0; i < n; i++)
        a[i] = 3;
    free(a);
    assert(a[0] == 3);
    return 0;
}
#endif

#if WRONG == 7
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 100)
        return 0;
    int *a = malloc(n);
    for (unsigned i = 0; i < n; i++)
        a[i] = 3;
    free(a);
    return 0;
}
#endif

#if WRONG == 8
int a[100];
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > 100)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = 1;
    int k = __VERIFIER_nondet_int();
    if (k < n)
        assert(a[k] == 1);
    return 0;
}
#endif

#if WRONG == 9
unsigned char a[256];
int main(void)
{
    for (int i = 0; i < 256; i++)
        a[i] = (unsigned char)(i + 1);
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k > 255)
        return 0;
    assert(a[k] > 0);
    return 0;
}
#endif

#if WRONG == 10
int a[8];
int main(void)
{
    for (int i = 0; i < 8; i++)
        a[i] = i;
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k > 7)
        return 0;
    int j = __VERIFIER_nondet_int();
    if (j < 0 || j > 7)
        return 0;
    assert(a[k] != a[j] || k == j + 1);
    return 0;
}
#endif

#if WRONG == 11
int st[16];
int top;
int main(void)
{
    for (;;) {
        if (__VERIFIER_nondet_int()) {
            if (top < 16) {
                st[top] = __VERIFIER_nondet_int();
                top++;
            }
        } else if (top > 0) {
            top--;
            assert(st[top] != 0);
        }
    }
}
#endif

#if WRONG == 12
int a[4];
int b[4];
int main(void)
{
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k > 3)
        return 0;
    a[k] = 5;
    b[3 - k] = 5;
    assert(a[k] == b[k]);
    return 0;
}
#endif

#if WRONG == 13
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 5 || n > 100)
        return 0;
    int *a = calloc(n, sizeof *a);
    a[3] = 1;
    unsigned k = __VERIFIER_nondet_uint();
    if (k < n)
        assert(a[k] == 0);
    free(a);
    return 0;
}
#endif

#if WRONG == 14
static int f(int x)
{
    int a[8];
    for (int i = 0; i < x; i++)
        a[i] = x;
    return a[7] >= 0;
}
int main(void)
{
    return f(__VERIFIER_nondet_int() & 7) & 0;
}
#endif
