//: expect unknown
//: output test/c/unknown-int128.c:5: a conversion from or to 128 bits (__int128, _BitInt)
static unsigned long high(unsigned long a, unsigned long b)
{
    unsigned __int128 product = (unsigned __int128)a * b;
    return (unsigned long)(product >> 64);
}

int main(void)
{
    return (int)high(3, 4);
}
