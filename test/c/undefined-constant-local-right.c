//: expect safe
// All of these are initialised, at one place or at several, and never written again.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct pair {
    int a, b;
};
struct large {
    int a[9];
};
#define DECLARE(name, value) const int name = value

static int next(void)
{
    static int count;
    return ++count;
}

static struct pair make_pair(int a)
{
    return (struct pair){a, a};
}

static struct large make_large(int a)
{
    return (struct large){{a, a + 1}};
}

static int sum(const int n, const struct pair by_value, const int *from)
{
    return n + by_value.b + from[0];
}

int main(void)
{
    for (int k = 0; k < 2; k++) {
        const int array[3] = {next(), /* ; */ next(), next()}, twice = 2 * k, *const p = &twice;
        const struct pair pair = make_pair(array[0]), other = k ? pair : make_pair(2);
        const struct large large = make_large(1), again = large;
        const struct {
            struct large l;
            const char *text;
        } nested = {make_large(4), ";"};
        DECLARE(macro, k);
        const char text[] = "a,b;c";
        int *const place = malloc(sizeof *place);
        if (!place)
            return 0;
        *place = 1;
        assert(sum(macro, pair, array) == k + 2 * array[0] && *p == twice);
        assert(other.a == (k ? pair.a : 2) && again.a[1] == 2 && nested.l.a[0] == 4);
        assert(strlen(text) == 5 && *place == 1);
        free(place);
    }
    return 0;
}
