//: expect safe
//: options --engine=modular --memory-model=sc
// Memory on the heap, of a size that is an input: each byte was written before it is read.
#define BLOCK
#include "modular-index.c"
