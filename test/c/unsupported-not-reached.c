//: expect safe
// ... and nowhere else.
int unknown_function(long double x);

static int used;

int main(void)
{
    int r = 5;
    if (used) {
        __asm__("bsf %0, %0" : "+r"(r));
        __int128 wide = r;
        r = unknown_function(2.0L) + (int)(wide * wide);
    }
    return r;
}
//: also --engine=symbolic --property=assert,memory,lock
