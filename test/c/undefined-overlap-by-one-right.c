//: expect safe
//: also --no-slicing
#define GAP 1
#include "undefined-overlap-by-one.c"
