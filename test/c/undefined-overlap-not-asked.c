//: expect safe
//: options --property=assert
#include <assert.h>
#include <string.h>

int items[6] = {1, 2, 3};

int main(void)
{
    memcpy(items + 1, items, 8); /* as memmove */
    assert(items[1] == 1 && items[2] == 2);
    return 0;
}
