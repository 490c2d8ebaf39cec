// How long temporaries and variables of blocks live: up to the end of the full expression, and of the block, whatever stands
// between (strings, characters, comments with semicolons and braces, jumps).
//: expect safe
//: options --engine=explore
#include <assert.h>
#include <stdlib.h>

struct row {
    int at[3];
};
static int calls;

static struct row make(int k)
{
    struct row r = {{k, k + 1, k + 2}};
    calls++;
    return r;
}
static int take(const int *p, const char *s, char c)
{
    return p[1] + (s[0] == c);
}

int main(void)
{
    int sum = take(make(1).at, "x;\"}", 'x' /* ; } " */) + // ; }
              make(2).at[2];
    assert(sum == 7);
    sum += take(make(3).at, ";\\", ';') + take((int[]){4, 5}, "}'", '}'), sum++;
    assert(sum == 19 && calls == 3);
    const int *kept = NULL;
    for (int k = 0; k < 3; k++) {
        int here[2] = {k, 10 * k};
        kept = k ? &here[1] : &(int){7};
        if (k == 0) {
            assert(*kept == 7);
            continue;
        }
        {
            int deeper = *kept + 1;
            kept = &deeper;
            sum += *kept;
            if (k == 2)
                break;
        }
        kept = here;
        sum += *kept;
    }
    assert(sum == 19 + 11 + 1 + 21);
    int again = 2;
back:;
    int fresh = again;
    int *to = &fresh;
    if (--again) {
        struct row r = make(*to);
        to = &r.at[1];
        sum += *to;
        goto back;
    }
    switch (*to) {
        int unused;
    case 1: {
        struct row *p = &(struct row){{8, 9}};
        unused = p->at[1];
        sum += unused;
        break;
    }
    default:
        abort();
    }
    while (calls < 6) {
        const int *p = make(calls).at;
        (void)p;
        sum += make(5).at[0] ? 1 : 2;
    }
    do {
        int *p = &(int){sum};
        sum = *p + 1;
    } while (sum & 1);
    assert(sum == 66);
    return 0;
}
//: hard
