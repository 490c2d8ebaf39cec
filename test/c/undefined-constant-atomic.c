//: expect bug constant 8
#include <stdatomic.h>

static const atomic_int limit = 3;

int main(void)
{
    atomic_fetch_add((atomic_int *)&limit, 1);
    return 0;
}
