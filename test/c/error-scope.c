//: expect bug freed 16
// The address of a local variable outlives it.
static int *kept;

static void keep(void)
{
    int local = 1;
    kept = &local;
    *kept = 2;
}

int main(void)
{
    keep();
    int *p = kept;
    return *p;
}
//: also --engine=symbolic --property=assert,memory,lock
