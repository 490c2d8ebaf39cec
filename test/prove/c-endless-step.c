//: prove proved
//: output proved; not judged: termination, memory errors
// A round may go no further.
int steps(int n, int step)
{
    int i = 0;
    if (step >= 0 && n < 1000 && step < 1000)
        while (i < n)
            i += step;
    return i;
}
