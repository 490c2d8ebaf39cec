//: prove proved
//: output proved; not judged: termination, memory errors
// None of these loops surely ends.
unsigned up(unsigned n, unsigned step)
{
    unsigned x = 0;
    for (unsigned i = 0; i < n; i += step)
        x++;
    return x;
}
int circle(int n)
{
    int i = 0;
    do {
        i = (i + 1) % 7;
    } while (i < n);
    return i;
}
