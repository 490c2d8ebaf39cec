//: expect safe
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct text {
    int length;
    char bytes[1]; /* stands for more */
};
struct list {
    int length, items[];
};
struct message {
    int kind;
    union {
        char text[1];
        int numbers[2];
    } u;
};
typedef struct {
    double d;
    char tail[1];
} __attribute__((aligned(32))) Padded;
struct inner {
    char name[4];
    int a, b;
} inner;
struct outer {
    int x;
    struct inner in;
} outer;
int matrix[2][3];

static int sum(const int *from, const int *end)
{
    int s = 0;
    for (; from != end; from++)
        s += *from;
    return s;
}

static void fill(char *bytes, int count)
{
    for (int i = 0; i < count; i++)
        bytes[i] = 1;
}

int main(void)
{
    struct text *t = malloc(sizeof *t + 9);
    struct list *l = malloc(sizeof *l + 3 * sizeof(int));
    struct message *m = malloc(sizeof *m + 20);
    Padded *p = malloc(sizeof *p + 20);
    for (int i = 0; i < 10; i++)
        t->bytes[i] = 'a';
    for (int i = 0; i < 3; i++)
        l->items[i] = i;
    for (int i = 0; i < 20; i++)
        m->u.text[i] = 1;
    for (int i = 0; i < 40; i++)
        p->tail[i] = 1;
    assert(sum(&matrix[0][0], &matrix[1][3]) == 0); /* the end may be named */
    assert(sum(matrix[0], matrix[0] + 6) == 0);
    memset(inner.name, 0, sizeof inner); /* all of it, by its first member */
    fill(inner.name, sizeof inner);
    struct inner *in = &outer.in;
    struct outer *out = (struct outer *)((char *)in - offsetof(struct outer, in));
    char *end = &inner.name[4];
    assert(out->x == 0 && end - inner.name == 4);
    free(t), free(l), free(m), free(p);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=bound
