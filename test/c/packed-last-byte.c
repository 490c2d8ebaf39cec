//: expect safe
// A store over the end of a word writes the first bytes of the next one.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct __attribute__((packed)) s {
    char a;
    uint64_t x;
    char b;
};
int main(void)
{
    struct s *p = malloc(sizeof *p);
    if (!p)
        return 0;
    memset(p, 0, 8);
    p->x = 0x1122334455667788u;
    assert(p->x == 0x1122334455667788u);
    free(p);
    return 0;
}
