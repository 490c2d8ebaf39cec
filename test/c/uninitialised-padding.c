//: expect safe
/* Padding is never written, and goes along with a struct: in registers, in memory, through copies.
 */
#include <assert.h>
#include <string.h>
struct S {
    char a;
    int b;
};
struct F {
    float x;
    char c;
};
union U {
    struct S s;
    long word;
};
static struct S global;
static int sum(struct S s)
{
    return s.a + s.b;
}
static struct S make(int n)
{
    struct S s;
    s.a = (char)n;
    s.b = n;
    return s;
}
static struct F twice(struct F f)
{
    f.x += f.x;
    f.c = (char)(f.c + f.c);
    return f;
}
static long same(long word)
{
    return word;
}
int main(void)
{
    struct S s = make(3), many[2];
    assert(sum(s) == 6);
    memcpy(&many[1], &s, sizeof s);
    global = many[1];
    assert(global.a == 3 && global.b == 3);
    struct F f;
    f.x = 1.5f;
    f.c = 2;
    f = twice(f);
    assert(f.x == 3.0f && f.c == 4);
    union U u, v;
    u.s = s;
    v.word = same(u.word);
    assert(v.s.a == 3 && v.s.b == 3);
    return 0;
}
