//: prove failed
//: options --int=math
//: failed f1 access 35 the assertion may fail: to >= 0
//: failed f2 access 40 the assertion may fail: to <= 127
//: failed f3 access 45 the assertion may fail: to >= 0
//: failed f4 access 50 the assertion may fail: to <= 32767
//: failed f5 access 55 the assertion may fail: to >= 0
//: failed f6 access 60 the assertion may fail: to <= 0x7fffffffu
//: failed f7 access 65 the assertion may fail: to >= 0
//: failed f8 access 70 the assertion may fail: to <= 0x7ffffffffffffffful
//: failed f9 access 75 the assertion may fail: to == from
//: failed f10 access 80 the assertion may fail: to == from
//: failed f11 access 85 the assertion may fail: to >= 0
//: failed f12 access 90 the assertion may fail: to == from
//: failed f13 access 95 the assertion may fail: to == from
//: failed f14 access 100 the assertion may fail: to >= 0
//: failed f15 access 105 the assertion may fail: to == from
//: failed f16 access 110 the assertion may fail: to == from
//: failed f17 access 115 the assertion may fail: to >= 0
//: failed f18 access 120 the assertion may fail: to == from
//: failed f19 access 125 the assertion may fail: to == from
//: failed f20 access 130 the assertion may fail: to >= 0
//: failed f21 access 135 the assertion may fail: to == from
//: failed f22 access 140 the assertion may fail: to == from
//: failed f23 access 145 the assertion may fail: to >= 0
//: failed f24 access 150 the assertion may fail: to <= 32767
//: failed f25 access 155 the assertion may fail: to <= 0x7fffffffu
//: failed f26 access 160 the assertion may fail: to <= 0x7ffffffffffffffful
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
