//: expect safe
//: options --property=assert,memory
// What is moved up by a byte, by two, or down, while another thread looks at the last byte.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char up[5] = "abcd", more[6] = "abcde", down[5] = "abcd";
static short pairs[4] = {1, 2, 3, 4};

static void *looks(void *unused)
{
    char last = up[3], other = more[4];
    assert(last == 'd' || last == 'c');
    assert(other == 'e' || other == 'c');
    assert(down[0] == 'a' || down[0] == 'b');
    assert(pairs[3] == 4 || pairs[3] == 3);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, looks, 0);
    memmove(up + 1, up, 3);
    memmove(more + 2, more, 3);
    memmove(down, down + 1, 3);
    memmove(pairs + 1, pairs, 3 * sizeof *pairs);
    pthread_join(t, 0);
    assert(memcmp(up, "aabc", 4) == 0 && memcmp(more, "ababc", 5) == 0);
    assert(memcmp(down, "bcdd", 4) == 0 && pairs[0] == 1 && pairs[1] == 1 && pairs[3] == 3);
    return 0;
}
