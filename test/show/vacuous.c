// Assertions that are never reached, in three forms, beside branches that are no assertions.
#include <assert.h>

static int count;

static void look(int wanted)
{
    if (wanted) {
        if (count != 1)
            __assert_fail("count", "vacuous.c", 10, "look");
    }
    if (wanted)
        for (int k = 0; k < 3; k++)
            if (k == count)
                __assert_fail("count", "vacuous.c", 15, "look");
    if (wanted)
        assert(count == 0 || count == 2);
}

int main(void)
{
    look(0);
    return 0;
}
