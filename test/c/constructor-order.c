//: expect safe
// What runs before main: by priority, the least one first, and of one priority as it stands; behind it all the other way round.
#include <assert.h>
#include <stdlib.h>

static int trace, ended;

#define BEFORE(name, how, n)                                                                       \
    __attribute__((how)) static void name(void)                                                    \
    {                                                                                              \
        trace = 10 * trace + n;                                                                    \
    }
#define BEHIND(name, how, n)                                                                       \
    __attribute__((how)) static void name(void)                                                    \
    {                                                                                              \
        ended = 10 * ended + n;                                                                    \
        if (n == 1)                                                                                \
            assert(ended == 65321);                                                                \
    }
BEFORE(c, constructor, 4)
BEFORE(b, constructor(300), 2)
BEFORE(d, constructor, 5)
BEFORE(a, constructor(200), 1)
BEFORE(e, constructor(300), 3)
BEHIND(u, destructor(101), 1)
BEHIND(v, destructor(200), 2)
BEHIND(w, destructor(200), 3)
BEHIND(x, destructor, 5)

static void handler(void)
{
    ended = 10 * ended + 6;
}
int main(void)
{
    atexit(handler);
    assert(trace == 12345);
    return 0;
}
