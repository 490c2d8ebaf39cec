//: expect safe
#include <assert.h>
#include <string.h>

struct four {
    int v[4];
} all[2] = {{{1, 2, 3, 4}}};
int items[6] = {1, 2, 3, 4};

static void move(struct four *to, struct four *from)
{
    *to = *from;
}

int main(void)
{
    char text[10] = "abc";
    memcpy(items + 2, items, 8);
    memmove(items + 1, items, 8);
    memcpy(items + 5, items + 5, 0);
    assert(items[1] == 1 && items[2] == 2);
    move(&all[0], &all[0]); /* onto itself: C allows it */
    move(&all[1], &all[0]);
    assert(all[1].v[3] == 4);
    strcpy(text + 4, text);
    strncpy(text, "xy", 3);
    strcat(text, text + 5);
    assert(strcmp(text, "xybc") == 0);
    return 0;
}
