//: expect safe
//: options --overflow
#define BEFORE 1
#include "slice-overflow-first.c"
