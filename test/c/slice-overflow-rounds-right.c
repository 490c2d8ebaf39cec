//: expect safe
//: options --overflow
#define LESS 1
#include "slice-overflow-rounds.c"
