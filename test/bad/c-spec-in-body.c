//: error 5:9 `requires` stands before the definition of a function
int x;
void f(void)
{
    /*@ requires x == 1 */
    x = 1;
}
int main(void)
{
    f();
    return 0;
}
