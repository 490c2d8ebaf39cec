//: expect safe
// A union holds a pointer or a number of its own, which may be a large one.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct value {
    int kind;
    union {
        long number;
        char *text;
    };
};

static long size_of(const struct value *v)
{
    return v->kind ? v->number : (long)strlen(v->text);
}

int main(void)
{
    struct value a = {.kind = 1}, b = {.kind = 0}, c = {.kind = 1};
    a.number = strtol("-7000000000", NULL, 10);
    b.text = malloc(4);
    strcpy(b.text, "abc");
    c.number = 0x7fffffffffffffff;
    long sum = size_of(&a) + size_of(&b);
    assert(sum == -6999999997 && size_of(&c) > sum);
    free(b.text);
    return 0;
}
