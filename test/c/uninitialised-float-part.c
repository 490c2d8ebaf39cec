//: expect safe
// A struct of twelve bytes is returned in two registers, the second of which has a float and four
// bytes that were never written: it is passed on, and only the float is looked at.
#include <assert.h>

union three {
    unsigned long long word;
    float each[3];
} __attribute__((packed));

struct pair {
    double first;
    float second;
};

static union three three = {.each = {1.5f, -0.0f, 7}};

static union three give(void)
{
    return three;
}

static struct pair swap(struct pair pair)
{
    struct pair other;
    other.first = pair.second;
    other.second = -(float)pair.first;
    return other;
}

int main(void)
{
    struct pair pair;
    three = give();
    assert(three.each[2] == 7);
    pair.first = 3;
    pair.second = 4;
    pair = swap(pair);
    assert(pair.first == 4 && pair.second == -3);
    return 0;
}
//: also --engine=bound
