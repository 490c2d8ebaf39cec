//: expect safe
//: both
// String functions on local and constant strings.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char a[16] = "heddle";
    assert(strlen(a) == 6);
    strcat(a, "!");
    assert(strcmp(a, "heddle!") == 0);
    assert(strchr(a, 'd') == a + 2);
    assert(strrchr(a, 'd') == a + 3);
    assert(strstr(a, "le") == a + 4);
    char *copy = strdup(a);
    assert(copy != a && memcmp(copy, a, 8) == 0);
    memset(copy, 'x', 3);
    assert(strncmp(copy, "xxx", 3) == 0);
    free(copy);
    char *rest = a;
    assert(strcmp(strsep(&rest, "d"), "he") == 0 && strcmp(rest, "dle!") == 0);
    assert(atoi("-17") == -17);
    assert(strtol("ff", NULL, 16) == 255);
    return 0;
}
