//: expect bug uninitialised 23
// ... but whoever looks at the part that was never written reads nothing.
#include <string.h>

union three {
    unsigned long long word;
    float each[3];
} __attribute__((packed));

static union three give(void)
{
    union three three;
    three.word = 0;
    memset((char *)&three + 8, 0, 2);
    return three;
}

int main(void)
{
    union three three = give();
    if (three.each[0] == 0)
        three.word = 1;
    if (three.each[2] == 0)
        return 1;
    return 0;
}
