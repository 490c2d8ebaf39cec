//: expect safe
// qsort moves elements as a whole: pointers in them stay pointers, at any place.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct word {
    char kind;
    const char *text;
    int *count;
};

static int by_text(const void *a, const void *b)
{
    return strcmp(((const struct word *)a)->text, ((const struct word *)b)->text);
}

static int by_string(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(void)
{
    int counts[3] = {1, 2, 3};
    struct word words[3] = {
        {'x', "pear", &counts[0]}, {'y', "apple", &counts[1]}, {'z', "fig", &counts[2]}};
    qsort(words, 3, sizeof *words, by_text);
    assert(words[0].kind == 'y' && *words[0].count == 2);
    assert(strcmp(words[1].text, "fig") == 0 && words[1].count == &counts[2]);
    assert(*words[2].text == 'p' && words[2].kind == 'x');

    const char *names[4] = {"d", "b", "a", "c"};
    qsort(names, 4, sizeof *names, by_string);
    for (int k = 0; k < 4; k++)
        assert(*names[k] == 'a' + k);
    return 0;
}
