//: expect safe
#define RIGHT 1
#include "lib-destroy-used.c"
