//: expect safe
//: options --data-model=ILP32
//: both
// A store of eight bytes that touches three words of four: the one in the middle held a pointer, and holds bytes now.
#include <assert.h>
#include <stdlib.h>

typedef union {
    struct __attribute__((packed)) {
        char before;
        double wide;
    } bytes;
    void *pointers[3];
} Mixed;
static int x;

int main(void)
{
    Mixed *p = calloc(1, sizeof *p), q;
    p->pointers[1] = &x;
    p->bytes.wide = 1.0 / 3;
    q = *p;
    assert(q.bytes.wide == 1.0 / 3);
    return 0;
}
