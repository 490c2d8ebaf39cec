//: error 6:13 an invariant belongs to a file, or to a struct that is declared outside of functions
int main(void)
{
    struct pair {
        int a;
        /*@ invariant a == 0 */
    } p = {0};
    return p.a;
}
