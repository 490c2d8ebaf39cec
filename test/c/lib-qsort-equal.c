//: expect bug assert 21
//: both
// C does not say in which order equal elements come out.
#include <assert.h>
#include <stdlib.h>

struct entry {
    int key, value;
};

static int by_key(const void *a, const void *b)
{
    return ((const struct entry *)a)->key - ((const struct entry *)b)->key;
}

int main(void)
{
    struct entry e[3] = {{1, 1}, {1, 2}, {0, 3}};
    qsort(e, 3, sizeof *e, by_key);
    assert(e[0].value == 3 && e[1].value + e[2].value == 3);
    assert(e[1].value == 1);
    return 0;
}
