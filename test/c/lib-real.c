// Floating-point numbers as text, and back; fmod.
//: expect safe
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char text[40], *end;
    assert(snprintf(text, sizeof text, "%.2f|%g|%.3e|%5.0f", 2.675, 0.1, 12345.678, 2.5) == 24);
    assert(strcmp(text, "2.67|0.1|1.235e+04|    2") == 0);
    assert(strtod("0.1xyz", &end) == 0.1 && strcmp(end, "xyz") == 0);
    assert(strtof("16777217", NULL) == 16777216.0f && atof("-2.5e1") == -25);
    errno = 0;
    assert(strtod("1e999", NULL) == HUGE_VAL && errno == ERANGE);
    assert(fmod(5.5, -2) == 1.5 && fmod(-1e300, 7) == -1.0);
    return 0;
}
