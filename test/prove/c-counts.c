//: prove proved --int=math
//: output proved; not judged: waiting, memory errors
// Loops that count end, in rows, in each other and from both sides.
unsigned counts(unsigned n, int length, int key)
{
    unsigned x = 0;
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = i; k < 10; k += 2)
            x++;
    int lo = 0, hi = length;
    while (lo < hi) {
        int middle = lo + (hi - lo) / 2;
        if (middle < key)
            lo = middle + 1;
        else
            hi = middle;
    }
    return x + (unsigned)lo;
}
