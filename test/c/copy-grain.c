//: expect bug assert
//: options --engine=explore --property=assert --all-errors
//: output 5 errors, reached by
// Shared memory is copied scalar by scalar: elements of an array one by one, also behind padding. A copy that is done at once reaches into the
// next element of an array, and touches what is there. A struct with two pointers that is copied, and an object
// with two pointers that becomes known, give both objects away.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
struct Array {
    short s[4];
};
struct Gap {
    char c;
    short a, b;
};
struct Pair {
    int a, b;
};
struct Two {
    int *one, *two;
};
static struct Array array;
static const struct Array full_array = {{1, 1, 1, 1}};
static struct Gap gap;
static const struct Gap full_gap = {1, 1, 1};
static struct Pair pairs[2];
static const int numbers[3] = {1, 1, 1};
static struct Two two;
static struct Two *known;
static int form;

static int *new_int(void)
{
    return calloc(1, sizeof(int));
}
static void *looks(void *unused)
{
    if (form == 0) {
        int last = array.s[2], first = array.s[1];
        assert(last || !first);
    } else if (form == 1) {
        int last = gap.b, first = gap.a;
        assert(last || !first);
    } else if (form == 2) {
        int first = pairs[1].a, again = pairs[1].a;
        assert(first == again);
    } else if (form == 3) {
        if (two.two)
            assert(*two.two == 0);
    } else if (known) {
        assert(*known->two == 0);
    }
    return unused;
}
static void gives_copy(void)
{
    struct Two own = {new_int(), new_int()};
    memcpy(&two, &own, sizeof two);
    *own.two = 1;
    *own.two = 0;
}
static void gives_object(void)
{
    struct Two *own = malloc(sizeof *own);
    int *second = new_int();
    own->one = new_int(), own->two = second;
    known = own;
    *second = 1;
    *second = 0;
}
int main(void)
{
    pthread_t t;
    form = heddle_choose(0, 4);
    pthread_create(&t, 0, looks, 0);
    if (form == 0)
        array = full_array;
    else if (form == 1)
        gap = full_gap;
    else if (form == 2) {
        __VERIFIER_atomic_begin();
        memcpy(&pairs[0].b, numbers, sizeof numbers);
        __VERIFIER_atomic_end();
    } else if (form == 3)
        gives_copy();
    else
        gives_object();
    pthread_join(t, 0);
    return 0;
}
