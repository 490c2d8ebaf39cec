//: expect bug overlap 9
//: both
//: output 8 bytes are copied to a place that is 4 bytes behind
#include <string.h>
int items[6];

int main(void)
{
    memcpy(items + 1, items, 8);
    return 0;
}
//: also --engine=summarize
