//: prove proved
//: output proved; not judged: termination, memory errors
// It may step over its end, and goes on beyond it.
unsigned over(unsigned n)
{
    unsigned i = 0;
    while (i != n)
        i += 2;
    return i;
}
