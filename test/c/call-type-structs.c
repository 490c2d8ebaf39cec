//: expect bug call-type
//: options --all-errors
//: errors 2
// Structs that are passed on the stack: the size counts, of the second one, too.
#include <heddle.h>

typedef struct {
    long a, b, c;
} Three;
typedef struct {
    long a, b, c, d;
} Four;
typedef long (*TakesFour)(Four);
typedef long (*TakesBoth)(Three, Four);
typedef long (*TakesThree)(Three);

static long take(Three t)
{
    return t.c;
}
static long both(Three t, Three u)
{
    return t.c + u.c;
}
int main(void)
{
    void *f = (void *)take, *g = (void *)both;
    Three three = {1, 2, 3};
    Four four = {1, 2, 3, 4};
    if (((TakesThree)f)(three) != 3)
        return 1;
    if (heddle_choose(0, 1))
        return (int)((TakesFour)f)(four);
    return (int)((TakesBoth)g)(three, four);
}
