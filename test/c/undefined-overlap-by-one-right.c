//: expect safe
#define GAP 1
#include "undefined-overlap-by-one.c"
