//: expect bug uninitialised
//: options --all-errors
//: errors 8
//: both
// Nobody looks at the number, but it is shown, and was never written, however it came there.
#include <heddle.h>
#include <stdlib.h>
#include <string.h>

struct pair {
    int first, second;
};

static int global, other, sink;
static struct pair from, to, bytes;

static int same(int number)
{
    return number;
}

static void keep(int *where, int number)
{
    *where = number;
}

static void show(int number)
{
    sink = number ^ 1;
    if (number == 3)
        sink = 2;
}

int main(void)
{
    int (*pointer)(int) = heddle_choose(0, 1) ? same : abs;
    int *fresh = malloc(2 * sizeof *fresh), seen = 0, which = (int)heddle_choose(0, 8);
    switch (which) {
    case 0:
        global = fresh[1];
        seen = global ^ 1;
        if (seen)
            sink = 1;
        break;
    case 1:
        from.second = fresh[1];
        to = from;
        seen = to.second ^ 1;
        if (seen)
            sink = 1;
        break;
    case 2:
        seen = same(fresh[1]) ^ 1;
        if (seen)
            sink = 1;
        break;
    case 3:
        keep(heddle_choose(0, 1) ? &other : &to.first, fresh[1]);
        seen = (other + to.first) ^ 1;
        if (seen)
            sink = 1;
        break;
    case 4:
        show(fresh[1]);
        break;
    case 5:
        seen = pointer == same ? pointer(fresh[1]) ^ 1 : 0;
        if (seen)
            sink = 1;
        break;
    case 6:
        memcpy(&bytes, fresh, sizeof bytes);
        seen = bytes.second ^ 1;
        if (seen)
            sink = 1;
        break;
    case 7:
        seen = -fresh[0];
        if (seen)
            sink = 1;
        break;
    default:
        fresh[0] = 1;
        ((char *)fresh)[4] = 1;
        seen = fresh[0] ^ fresh[1];
        if (seen)
            sink = 1;
    }
    free(fresh);
}
