//: error 5:9 an invariant belongs to a file, or to a struct that is declared outside of functions
union either {
    int a;
    float b;
    /*@ invariant a == 0 */
};
int main(void)
{
    return 0;
}
