//: expect safe
#define FIRST 6
#include "address-each-byte.c"
