//: expect bug wild 7
// A function without a prototype is called with one argument, and has two.
static int last();

int main(void)
{
    return last(1);
}

static int last(a, b)
int a, b;
{
    return a ? b : 0;
}
//: also --engine=symbolic --property=assert,memory,lock
