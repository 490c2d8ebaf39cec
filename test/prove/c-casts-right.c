//: prove proved
// Conversions that keep the number, or do where it fits.
#include <assert.h>

void f1(unsigned char from)
{
    short to = (short)from;
    assert(to >= 0);
}
void f2(signed char from)
{
    short to = (short)from;
    assert(to == from);
}
void f3(unsigned char from)
{
    unsigned short to = (unsigned short)from;
    assert(to == from);
}
void f4(unsigned char from)
{
    int to = (int)from;
    assert(to >= 0);
}
void f5(signed char from)
{
    int to = (int)from;
    assert(to == from);
}
void f6(unsigned char from)
{
    unsigned to = (unsigned)from;
    assert(to == from);
}
void f7(unsigned short from)
{
    int to = (int)from;
    assert(to >= 0);
}
void f8(short from)
{
    int to = (int)from;
    assert(to == from);
}
void f9(unsigned short from)
{
    unsigned to = (unsigned)from;
    assert(to == from);
}
void f10(unsigned from)
{
    long to = (long)from;
    assert(to >= 0);
}
void f11(int from)
{
    long to = (long)from;
    assert(to == from);
}
void f12(unsigned from)
{
    unsigned long to = (unsigned long)from;
    assert(to == from);
}
void f13(unsigned short from)
{
    long to = (long)from;
    assert(to >= 0);
}
void f14(short from)
{
    long to = (long)from;
    assert(to == from);
}
void f15(unsigned short from)
{
    unsigned long to = (unsigned long)from;
    assert(to == from);
}
void f16(unsigned char from)
{
    signed char to = (signed char)from;
    assert(from > 127 || to >= 0);
}
void f17(unsigned short from)
{
    short to = (short)from;
    assert(from > 32767 || to >= 0);
}
void f18(unsigned from)
{
    int to = (int)from;
    assert(from > 0x7fffffffu || to >= 0);
}
void f19(unsigned long from)
{
    long to = (long)from;
    assert(from > 0x7ffffffffffffffful || to >= 0);
}
