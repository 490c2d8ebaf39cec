//: expect bug overflow
//: options --overflow --all-errors
//: errors 20
//: also --overflow --no-reduction
// Nobody looks at the sums, and each of them overflows, wherever its operand comes from.
#include <heddle.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct box {
    int *to, number;
};
union word {
    unsigned bits;
    int number;
};
static int sink, plain, other, array[3], most = INT_MAX;
static struct box box;
static union word word;
static int *address = &most;

static void set(int *to, int value)
{
    *to = value;
}

static int up(int by)
{
    return by + 1;
}

int main(void)
{
    int *pointer = heddle_choose(0, 1) ? &plain : &other, *heap;
    switch (heddle_choose(0, 9)) {
    case 0:
        plain = INT_MAX;
        sink = plain + 1;
        break;
    case 1:
        set(&plain, INT_MAX);
        sink = plain + 1;
        break;
    case 2:
        *pointer = INT_MAX;
        sink = *pointer + 1;
        break;
    case 3:
        box.to = &other;
        *box.to = INT_MAX;
        sink = other + 1;
        break;
    case 4:
        memcpy(&array[1], &most, sizeof most);
        sink = array[1] + 1;
        break;
    case 5:
        memset(&word, 0x7f, sizeof word);
        word.bits |= 0x00ffffffu | 0x80808080u >> 8;
        sink = word.number + 0x01000000;
        break;
    case 6:
        box.to = &most;
        memcpy(&pointer, &box.to, sizeof pointer);
        sink = *pointer + 1;
        break;
    case 7:
        for (unsigned k = 0; k < sizeof pointer; k++)
            ((char *)&pointer)[k] = ((char *)&address)[k];
        sink = *pointer + 1;
        break;
    case 8:
        heap = malloc(sizeof *heap);
        if (!heap)
            exit(0);
        *heap = INT_MIN;
        sink = *heap - 1;
        free(heap);
        break;
    case 9:
        sink = up(most);
        break;
    }
    return 0;
}
