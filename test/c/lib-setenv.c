//: expect safe
//: both
// What the program has put into the environment is known.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    static char text[] = "HOME=/tmp";
    assert(setenv("MODE", "fast", 1) == 0 && strcmp(getenv("MODE"), "fast") == 0);
    assert(setenv("MODE", "slow", 0) == 0 && strcmp(getenv("MODE"), "fast") == 0);
    assert(setenv("MOD", "x", 1) == 0 && strcmp(getenv("MODE"), "fast") == 0 &&
           strcmp(getenv("MOD"), "x") == 0);
    assert(putenv(text) == 0 && strcmp(getenv("HOME"), "/tmp") == 0);
    text[6] = 'v'; /* it is the text itself */
    assert(strcmp(getenv("HOME"), "/vmp") == 0);
    assert(unsetenv("MODE") == 0 && !getenv("MODE") && getenv("MOD"));
    assert(setenv("A=B", "x", 1) == -1 && errno == EINVAL);
    assert(clearenv() == 0 && !getenv("MOD") && !getenv("PATH"));
    return 0;
}
