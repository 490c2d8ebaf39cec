//: expect bug freed
// The result of the call ends at the first semicolon; what follows in that line comes too late.
typedef struct {
    int a[3];
} Three;
static Three three(void)
{
    return (Three){{1, 2, 3}};
}
static int right(void)
{
    // clang-format off
    int first = *three().a; return first;
    // clang-format on
}
int main(void)
{
    if (right() != 1)
        return 1;
    // clang-format off
    int *p = three().a; return *p - 1;
    // clang-format on
}
