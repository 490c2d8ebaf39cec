//: expect bug constant 11
#include <string.h>

struct s {
    int a[3];
};
static const struct s table[2];
static struct s other;
static void set(struct s *to)
{
    *to = other;
}
int main(void)
{
    set((struct s *)&table[1]);
    return 0;
}
