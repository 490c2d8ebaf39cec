//: expect safe
#include <assert.h>
#include <string.h>

static const char *const names[] = {"a", "b"};
static const struct {
    int a, b;
} pair = {1, 2};
static const char *name = "x";

int main(void)
{
    char words[] = "a b", *empty = "";
    assert(strcmp(strtok(words, " "), "a") == 0);
    name = names[1];
    const int local = pair.b;
    memcpy(empty, "abc", 0); /* no byte */
    assert(*name == 'b' && local == 2);
    return 0;
}
//: also --engine=bound
