//: expect safe
//: both
// sscanf reads numbers and words.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    int a, b;
    char word[8];
    assert(sscanf("12 -3 abc", "%d %d %7s", &a, &b, word) == 3);
    assert(a == 12 && b == -3 && strcmp(word, "abc") == 0);
    assert(sscanf("x", "%d", &a) == 0);
    assert(sscanf("", "%d", &a) == EOF);
    assert(sscanf("-", "%d", &a) == 0);   // a sign alone is no number, but it was there
    assert(sscanf("", "x%d", &a) == EOF); // the text ends before the first conversion
    assert(sscanf("5 %", "%d%%%n", &a, &b) == 1 && b == 3);
    assert(sscanf("0x1f", "%1x%n", &a, &b) == 1 && a == 0 && b == 1);
    return 0;
}
