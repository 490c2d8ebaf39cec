//: expect bug assert
//: options --all-errors
//: errors 2
// A pointer is written through one that leads to either of two places: both may hold it then.
#include <assert.h>

int heddle_choose(int, int);

static int x, unread, *first, *second;

static void set(int **place, int *value)
{
    *place = value;
}

int main(void)
{
    first = second = &unread;
    int **either = heddle_choose(0, 1) ? &first : &second;
    set(either, &x);
    if (heddle_choose(0, 1)) {
        *first = 5;
        assert(x != 5);
    } else {
        *second = 5;
        assert(x != 5);
    }
    return 0;
}
