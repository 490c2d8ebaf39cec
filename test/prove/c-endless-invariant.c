//: prove proved
//: output proved; not judged: termination, memory errors
// An invariant is no measure.
unsigned stays(unsigned n)
{
    unsigned i = 0;
    /*@ invariant i <= 1 */
    while (i < n)
        i = 1;
    return i;
}
