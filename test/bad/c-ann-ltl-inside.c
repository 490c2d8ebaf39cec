//: error 4:9 `ltl` stands outside of functions and types
int main(void)
{
    /*@ ltl G F end */
    return 0;
}
