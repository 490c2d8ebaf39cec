// C23: nullptr, constexpr, auto, typeof, _BitInt, attributes, enumerations with a type.
// -std=c23
#include <stddef.h>
#include <assert.h>
enum color : unsigned char { RED, GREEN = 200 };
constexpr int N = 3;
[[nodiscard]] static int f(void)
{
    return N;
}
int main()
{
    int *p = nullptr;
    auto x = 5;
    typeof(x) y = x + 1;
    _BitInt(7) b = 63;
    unsigned _BitInt(12) u = 4095;
    u++;
    assert(u == 0);
    b -= 64;
    assert(b == -1);
    nullptr_t n = nullptr;
    assert(p == n && y == 6 && f() == 3);
    enum color c = GREEN;
    assert(sizeof c == 1 && c == 200);
    bool t = true;
    static_assert(sizeof(bool) == 1);
    [[maybe_unused]] int q = 0b101;
    int a[N] = {};
    assert(t && a[2] == 0);
    unsigned _BitInt(40) w = 1;
    w <<= 39;
    assert(w >> 39 == 1);
    switch (q) {
    case 5:
        [[fallthrough]];
    default:
        break;
    }
    return 0;
}
