//: prove failed --int=math
//: failed turns access 6 this may not hold: decreases n
// The condition makes it larger again.
int turns(int n)
{
    /*@ decreases n */
    while (++n < 10) {
        n--;
    }
    return n;
}
