//: expect bug undefined 15
//: output __builtin_unreachable is reached
//: both
// The programmer has promised that there is no third kind.
static int kind = 2;

static int weight(void)
{
    switch (kind) {
    case 0:
        return 10;
    case 1:
        return 20;
    }
    __builtin_unreachable();
}

int main(void)
{
    return weight() == 0;
}
