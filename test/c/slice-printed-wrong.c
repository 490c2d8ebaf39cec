//: options --all-errors --overflow
//: expect bug
//: errors 6
//: output slice-printed-wrong.c:23
//: output slice-printed-wrong.c:27
//: output slice-printed-wrong.c:31
//: output slice-printed-wrong.c:35
//: output slice-printed-wrong.c:40
//: output slice-printed-wrong.c:44
// What is only printed must be there, and be computed without an error.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
extern int heddle_choose(int, int);

static int zero, far = 40, much = INT_MAX - 3;

int main(void)
{
    int way = heddle_choose(0, 6), *fresh = malloc(2 * sizeof *fresh), kept = 0;
    fresh[0] = 1;
    if (way == 0)
        printf("%d\n", 7 / zero);
    if (way == 1) {
        int *none = NULL;
        kept = 1;
        kept += *none;
    }
    if (way == 2) {
        kept = fresh[0];
        kept += fresh[1];
    }
    if (way == 3) {
        kept = 1;
        kept <<= far;
    }
    if (way == 4) {
        int rounds = 0;
        for (int i = 0; i < 5; i++)
            much++;
        rounds++;
    }
    if (way == 5) {
        printf("%d\n", fresh[2]);
    }
    if (way == 6) { /* that is right */
        for (int i = 0; i < 3; i++)
            much++;
        zero = 3;
        printf("%d\n", 7 / zero + far);
    }
    printf("%d %d\n", kept, much);
    free(fresh);
}
