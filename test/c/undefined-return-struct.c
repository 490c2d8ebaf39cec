//: expect bug uninitialised 18
//: both
// A struct that is returned without `return` may be copied; its members may not be used.
#pragma clang diagnostic ignored "-Wreturn-type"
struct pair {
    double a, b;
};

static struct pair make(int way)
{
    if (way)
        return (struct pair){1, 2};
}

int main(void)
{
    struct pair right = make(1), wrong = make(0), copy = wrong;
    return right.a == 1 && copy.b + 1 == 2;
}
//: also --engine=bound
