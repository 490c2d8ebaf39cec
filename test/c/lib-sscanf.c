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
    return 0;
}
