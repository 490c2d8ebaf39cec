//: expect bug null 7
//: both
int hook(void) __attribute__((weak));
int main(void)
{
    int (*f)(void) = hook;
    return f();
}
//: also --engine=symbolic --property=assert,memory,lock
