//: expect bug constant 9
//: both
struct pair {
    int a, b;
};

static void set(const int *p)
{
    *(int *)p = 3;
}

int main(void)
{
    const struct pair pair = {1, 2};
    set(&pair.b);
    return pair.b;
}
