//: expect safe
// One object, and places in it that have no byte in common.
#include <assert.h>
#include <stdio.h>
#include <string.h>

struct parts {
    char first[4], second[4], third[8];
};

int main(void)
{
    struct parts p = {"ab", "cd", "efg"};
    char text[12] = "xyz";
    snprintf(p.second, sizeof p.second, "%.3s%s", p.third, p.first);
    assert(strcmp(p.second, "efg") == 0);
    sprintf(p.third, "%s%s", p.first, p.first);
    assert(strcmp(p.third, "abab") == 0);
    strncpy(p.first, p.third + 2, 4);
    strcat(p.first, "c");
    assert(sscanf(p.third, "%3s", p.second) == 1);
    assert(strcmp(p.second, "aba") == 0);
    strcpy(text + 4, text);
    strncpy(text + 8, text + 4, 4);
    assert(strcmp(text + 8, "xyz") == 0);
    return 0;
}
//: also --engine=summarize
