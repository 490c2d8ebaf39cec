//: prove proved --int=math
//: output proved; not judged: waiting, memory errors
// Of loops that divide by variables the measure is written.
unsigned gcd(unsigned a, unsigned b)
{
    /*@ decreases b */
    while (b != 0) {
        unsigned t = a % b;
        a = b;
        b = t;
    }
    return a;
}
