//: expect bug constant 8
//: both
//: output write to limit, which is a constant
static const int limit = 3;
static const int *name = &limit;
int main(void)
{
    *(int *)name = 4;
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
