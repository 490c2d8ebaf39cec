//: expect safe
//: also --no-slicing
//: options --overflow
#define BEFORE 1
#include "slice-overflow-first.c"
