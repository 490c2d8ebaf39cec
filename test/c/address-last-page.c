//: expect safe
// The last page of the memory holds no object: a number from there is above every address, as in the
// kernel's IS_ERR; one from the first page is below.  Both operands, < and <=, and the opposites.
#include <assert.h>
#include <stdlib.h>

static int is_error(const char *p)
{
    return p >= (const char *)-4095l;
}

int main(void)
{
    static int global;
    int local = 0;
    int *heap = malloc(sizeof *heap), *all[] = {&global, &local, heap};
    if (!heap)
        return 0;
    for (int k = 0; k < 3; k++) {
        const char *p = (const char *)all[k], *last = (const char *)-1l,
                   *first = (const char *)4095l;
        assert(!is_error(p));
        assert(p < last && p <= last && last > p && last >= p);
        assert(!(last < p) && !(last <= p) && !(p > last) && !(p >= last));
        assert(first < p && first <= p && p > first && p >= first);
        assert(!(p < first) && !(p <= first) && !(first > p) && !(first >= p));
    }
    assert(is_error((void *)-12l) && is_error((void *)-4095l) && !is_error((void *)-4096l));
    free(heap);
    return 0;
}
