//: expect safe
/* A weak symbol that nobody defines is null; one that the library has is there. */
#include <assert.h>
#include <string.h>
int hook(void) __attribute__((weak));
extern int setting __attribute__((weak));
extern int known(void) __attribute__((weak));
int known(void)
{
    return 2;
}
#pragma weak strlen
static int (*const table[])(void) = {hook, known};
int main(void)
{
    if (hook)
        assert(hook() == 0);
    if (&setting)
        assert(setting == 0);
    assert(!hook && !&setting && known() == 2 && strlen("ab") == 2);
    assert(!table[0] && table[1]() == 2);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
