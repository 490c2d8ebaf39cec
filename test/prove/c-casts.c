//: prove failed
//: failed f1 access 34 the assertion may fail: to >= 0
//: failed f2 access 39 the assertion may fail: to <= 127
//: failed f3 access 44 the assertion may fail: to >= 0
//: failed f4 access 49 the assertion may fail: to <= 32767
//: failed f5 access 54 the assertion may fail: to >= 0
//: failed f6 access 59 the assertion may fail: to <= 0x7fffffffu
//: failed f7 access 64 the assertion may fail: to >= 0
//: failed f8 access 69 the assertion may fail: to <= 0x7ffffffffffffffful
//: failed f9 access 74 the assertion may fail: to == from
//: failed f10 access 79 the assertion may fail: to == from
//: failed f11 access 84 the assertion may fail: to >= 0
//: failed f12 access 89 the assertion may fail: to == from
//: failed f13 access 94 the assertion may fail: to == from
//: failed f14 access 99 the assertion may fail: to >= 0
//: failed f15 access 104 the assertion may fail: to == from
//: failed f16 access 109 the assertion may fail: to == from
//: failed f17 access 114 the assertion may fail: to >= 0
//: failed f18 access 119 the assertion may fail: to == from
//: failed f19 access 124 the assertion may fail: to == from
//: failed f20 access 129 the assertion may fail: to >= 0
//: failed f21 access 134 the assertion may fail: to == from
//: failed f22 access 139 the assertion may fail: to == from
//: failed f23 access 144 the assertion may fail: to >= 0
//: failed f24 access 149 the assertion may fail: to <= 32767
//: failed f25 access 154 the assertion may fail: to <= 0x7fffffffu
//: failed f26 access 159 the assertion may fail: to <= 0x7ffffffffffffffful
// What is true of a number need not be true of its bits in another type.
#include <assert.h>

void f1(unsigned char from)
{
    signed char to = (signed char)from;
    assert(to >= 0);
}
void f2(signed char from)
{
    unsigned char to = (unsigned char)from;
    assert(to <= 127);
}
void f3(unsigned short from)
{
    short to = (short)from;
    assert(to >= 0);
}
void f4(short from)
{
    unsigned short to = (unsigned short)from;
    assert(to <= 32767);
}
void f5(unsigned from)
{
    int to = (int)from;
    assert(to >= 0);
}
void f6(int from)
{
    unsigned to = (unsigned)from;
    assert(to <= 0x7fffffffu);
}
void f7(unsigned long from)
{
    long to = (long)from;
    assert(to >= 0);
}
void f8(long from)
{
    unsigned long to = (unsigned long)from;
    assert(to <= 0x7ffffffffffffffful);
}
void f9(long from)
{
    int to = (int)from;
    assert(to == from);
}
void f10(unsigned long from)
{
    unsigned to = (unsigned)from;
    assert(to == from);
}
void f11(unsigned long from)
{
    int to = (int)from;
    assert(to >= 0);
}
void f12(long from)
{
    short to = (short)from;
    assert(to == from);
}
void f13(unsigned long from)
{
    unsigned short to = (unsigned short)from;
    assert(to == from);
}
void f14(unsigned long from)
{
    short to = (short)from;
    assert(to >= 0);
}
void f15(int from)
{
    short to = (short)from;
    assert(to == from);
}
void f16(unsigned from)
{
    unsigned short to = (unsigned short)from;
    assert(to == from);
}
void f17(unsigned from)
{
    short to = (short)from;
    assert(to >= 0);
}
void f18(int from)
{
    signed char to = (signed char)from;
    assert(to == from);
}
void f19(unsigned from)
{
    unsigned char to = (unsigned char)from;
    assert(to == from);
}
void f20(unsigned from)
{
    signed char to = (signed char)from;
    assert(to >= 0);
}
void f21(short from)
{
    signed char to = (signed char)from;
    assert(to == from);
}
void f22(unsigned short from)
{
    unsigned char to = (unsigned char)from;
    assert(to == from);
}
void f23(unsigned short from)
{
    signed char to = (signed char)from;
    assert(to >= 0);
}
void f24(signed char from)
{
    unsigned short to = (unsigned short)from;
    assert(to <= 32767);
}
void f25(short from)
{
    unsigned to = (unsigned)from;
    assert(to <= 0x7fffffffu);
}
void f26(int from)
{
    unsigned long to = (unsigned long)from;
    assert(to <= 0x7ffffffffffffffful);
}
