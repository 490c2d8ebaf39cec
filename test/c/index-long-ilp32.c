//: expect bug bounds
//: options --data-model=ILP32 --all-errors
//: errors 3
// An index of 2^32 is not 0, though pointers have 32 bits; a conversion that is written makes it so.
#include <heddle.h>

static int row[4], rows[2][3];
static struct {
    int n, m[4];
} table[2];
static long long far = 1ll << 32;

int main(void)
{
    int sum = row[far - (1ll << 32) + 3] + rows[1][(int)far] + table[far >> 32].m[(int)(far + 3)];
    switch (heddle_choose(0, 2)) {
    case 0:
        sum += row[far];
        break;
    case 1:
        sum += rows[1][far + 2];
        break;
    case 2:
        sum += table[1].m[-far];
        break;
    }
    return sum;
}
