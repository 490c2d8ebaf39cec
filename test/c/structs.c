//: expect safe
// Structs, unions, bit-fields, arrays, strings, by value and through pointers.
#include <assert.h>
#include <stddef.h>
#include <string.h>
#include <stdlib.h>
struct in {
    char c;
    short s;
};
struct node {
    int v;
    struct node *next;
    unsigned a : 3, b : 5;
    int c : 7;
    union {
        int i;
        float f;
    } u;
    struct in in[2];
};
struct pair {
    int x, y;
};
struct trio {
    long a, b, c;
};
struct fp {
    float f, g;
    double d;
};
static struct pair mk(int x, int y)
{
    struct pair p = {x, y};
    return p;
}
static struct trio mk3(long a)
{
    return (struct trio){a, a + 1, a + 2};
}
static long sum(struct trio t)
{
    t.a += 100;
    return t.a + t.b + t.c;
}
static struct fp half(struct fp p)
{
    p.f /= 2;
    p.d /= 2;
    return p;
}
static struct node g = {.v = 4, .next = &g, .a = 5, .b = 17, .c = -3, .in = {{1, 2}, {3, 4}}};
static struct node table[3] = {[1] = {.v = 9}};
int main(void)
{
    struct pair p = mk(1, 2);
    p.x += p.y;
    assert(p.x == 3);
    struct trio t = mk3(5);
    assert(sum(t) == 118 && t.a == 5);
    struct fp q = half((struct fp){3, 4, 5});
    assert(q.f == 1.5f && q.g == 4.0f && q.d == 2.5);
    assert(g.next->next->v == 4 && g.a == 5 && g.b == 17 && g.c == -3 && g.in[1].s == 4);
    g.b = 33;
    g.c = 100;
    assert(g.b == 1 && g.c == -28 && g.a == 5);
    g.u.f = 1.0f;
    assert(g.u.i == 0x3f800000);
    struct node n = g;
    assert(n.next == &g && n.in[0].c == 1);
    n.v++;
    assert(g.v == 4);
    struct node *h = malloc(sizeof *h);
    *h = n;
    h->next = h;
    assert(h->next->v == 5);
    free(h);
    assert(table[1].v == 9 && table[0].v == 0 && &table[2] - table == 2);
    int a[5] = {1, 2, 3};
    int *e = a + 4;
    assert(*e == 0 && e - a == 4 && a < e && e[-2] == 3);
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int s = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            s += m[i][j];
    assert(s == 21);
    char buf[8] = "abc";
    assert(buf[2] == 'c' && buf[3] == 0 && strlen(buf) == 3);
    strcpy(buf, "hello");
    assert(strcmp(buf, "hello") == 0);
    memset(a, 0xff, sizeof a);
    assert(a[3] == -1);
    memcpy(a, m, sizeof m[0]);
    assert(a[2] == 3);
    const char *str = "xyz";
    assert(str[1] == 'y');
    assert(offsetof(struct node, next) == sizeof(void *));
    struct pair *pp = &p;
    (*pp).y = 7;
    assert(p.y == 7);
    struct {
        int k;
        int arr[];
    } *flex = malloc(sizeof(int) * 4);
    flex->k = 3;
    flex->arr[2] = 8;
    assert(flex->arr[2] == 8);
    free(flex);
    return 0;
}
