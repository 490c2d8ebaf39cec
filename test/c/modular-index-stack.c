//: expect safe
//: options --engine=modular --memory-model=sc
// The elements below the top are not 0.
#define STACK
#include "modular-index.c"
