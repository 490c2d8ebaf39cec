//: expect bug assert 27
//: both
// Which of several equal elements is found is not said; one of them it is.
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
    struct entry e[5] = {{0, 0}, {1, 1}, {1, 2}, {1, 3}, {2, 4}}, key = {2, 0};
    const struct entry *found = bsearch(&key, e, 5, sizeof *e, by_key);
    assert(found == &e[4]);
    key.key = 0;
    found = bsearch(&key, e, 5, sizeof *e, by_key);
    assert(found == &e[0]);
    key.key = 1;
    found = bsearch(&key, e, 5, sizeof *e, by_key);
    assert(found >= &e[1] && found <= &e[3]);
    assert(found != &e[3]);
    return 0;
}
