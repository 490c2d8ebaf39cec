//: expect safe
//: options --ltl=F{p.g==-5}&F{p.big==-3}&F{p.low==1}&F{p.whole==4294967295}&F{rows[1].k[2]==7}&F{rows[1].c==-1}&F{deep[1][2]==9}&G{p.g!=27}&G{rows[0].k[2]==0}&G{deep[0][2]==0}&G{deep[1][1]==0}&F{bits[1].b==3}&G{bits[0].b==0}&F{word==-2}
// What a condition reads: bit-fields across bytes and words, elements of arrays in structs in arrays.
#include <stdint.h>
static struct __attribute__((packed)) {
    unsigned low : 3;
    int g : 5;
    unsigned other : 6;
    long big : 60;
    unsigned long whole : 32;
} p;
static struct {
    char c;
    int k[3];
} rows[2];
static short deep[2][3];
static struct {
    unsigned a : 30, b : 4;
} bits[2];
static int word;
int main(void)
{
    p.low = 1;
    p.g = -5;
    p.other = 63;
    p.big = -3;
    p.whole = 4294967295u;
    rows[1].k[2] = 7;
    rows[1].c = -1;
    deep[1][2] = 9;
    bits[1].a = 1;
    bits[1].b = 3;
    word = -2;
    return 0;
}
