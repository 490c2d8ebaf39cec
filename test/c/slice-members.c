//: expect bug assert
//: options --all-errors
//: output slice-members.c:41:
//: output slice-members.c:42:
//: output slice-members.c:43:
//: output slice-members.c:46:
//: output slice-members.c:47:
//: output slice-members.c:48:
// A pointer leads to one of several members of one of several elements: what is written to each of them is seen.
#include <assert.h>
#include <heddle.h>

static struct item {
    long a, b, c;
} items[3], others[2];

static long at(const long *p)
{
    return *p;
}
static long second(const long *p)
{
    return *p;
}

int main(void)
{
    int k = heddle_choose(0, 2), member = heddle_choose(0, 2), n = k % 2;
    items[k].a = 1;
    items[k].b = 2;
    items[k].c = 3;
    others[n].c = 4;
    others[n].b = 5;
    others[n].a = 6;
    long *p = member == 0 ? &items[k].a : member == 1 ? &items[k].b : &items[k].c;
    long *q = &others[n].c;
    if (member)
        q = member == 1 ? &others[n].b : &others[n].a;
    if (heddle_choose(0, 1)) {
        long first = at(p);
        assert(first != 1);
        assert(first != 2);
        assert(first != 3);
    } else {
        long last = second(q);
        assert(last != 4);
        assert(last != 5);
        assert(last != 6);
    }
    return 0;
}
