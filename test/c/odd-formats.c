//: expect bug undefined
//: options --all-errors
//: errors 9
// Sizes of conversions that are seldom written: each stores or takes something else than what is there.
#include <heddle.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#pragma clang diagnostic ignored "-Wformat"

static signed char tiny;
static short small;
static int plain;
static long wide;
static float single;
static double real;
static int row[2];

int main(void)
{
    printf("%hhd %hd %jd %zd %qd %td %*.*f\n", tiny, small, wide, wide, wide, wide, plain, plain,
           real);
    switch (heddle_choose(0, 8)) {
    case 0:
        scanf("%hhd", &small);
        break;
    case 1:
        scanf("%hd", &tiny);
        break;
    case 2:
        scanf("%qd", &plain);
        break;
    case 3:
        scanf("%d%*d%zd", &plain, &row[1]);
        break;
    case 4:
        scanf("%lf", &single);
        break;
    case 5:
        scanf("%g", &real);
        break;
    case 6:
        printf("%d%jd", plain, plain);
        break;
    case 7:
        printf("%.*f", wide, real);
        break;
    case 8:
        printf("%td", plain);
        break;
    }
    return 0;
}
