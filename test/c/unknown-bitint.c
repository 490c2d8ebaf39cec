//: expect unknown
//: output test/c/unknown-bitint.c:5: a conversion from or to 200 bits
static unsigned long high(unsigned long a, unsigned long b)
{
    unsigned _BitInt(200) wide = a;
    return (unsigned long)((wide * b) >> 64);
}

int main(void)
{
    return (int)high(3, 4);
}
