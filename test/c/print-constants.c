//: expect safe
// Texts that are no literals are printed: the first member of a structure, an array of structures,
// characters without an end in another one, and nothing but zeros.
#include <stdio.h>

struct Name {
    char text[4];
    int length;
    const char *other;
};

static const struct Name one = {"one", 3, "eins"}, none;
static const struct Name all[] = {{"two", 3, "zwei"}, {"six", 3, "sechs"}};
static const char blank[8];

int main(void)
{
    puts(one.text);
    puts((const char *)&all);
    puts(all[1].other);
    puts(none.text);
    puts(blank);
    printf("%s %s %.4s\n", one.text, (const char *)all, blank);
    return 0;
}
