//: expect unknown
// Assembly that jumps is not understood, and nothing is said about what comes after it.
int main(void)
{
    int n = 3;
    __asm__ volatile("1: decl %0\n\tjnz 1b" : "+r"(n) : : "cc");
    return n;
}
