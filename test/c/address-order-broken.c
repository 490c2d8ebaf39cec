//: expect bug assert 9
// The linker puts variables where it likes: those with a value before those without, or by their size.
#include <assert.h>
static int a;
static int b = 1;

int main(void)
{
    assert(&a < &b);
    return 0;
}
