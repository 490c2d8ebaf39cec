//: expect unknown
//: options --engine=explore
//: output input-scanf-unknown.c:11: what is read here was tried with
//: output take it from heddle_choose, with at most 4096 values
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int n;
    if (scanf("%d", &n) != 1)
        return 1;
    assert(n * 3LL != 1522757LL * 3);
    return 0;
}
