//: expect bug undefined 9
// The zeros behind the ones of zero; gcc and clang leave the result open.
static unsigned free_map = 2;

static int take(void)
{
    unsigned map = free_map;
    free_map = 0;
    return __builtin_ctz(map);
}

int main(void)
{
    int first = take();
    return first + take() == 99;
}
