//: expect unknown
//: output unknown-builtin.c:9: a builtin function of the compiler (__builtin_bitreverse), which
//: output heddle does not know: write it in C
// Not by its name in LLVM.
static volatile unsigned n = 5;

int main(void)
{
    return __builtin_bitreverse32(n) == 0;
}
