//: error 3:14 unlocked needs a mutex, a spin lock or a reader-writer lock; this is of type int
int x;
/*@ requires unlocked(x) */
void f(void)
{
    x = 1;
}
int main(void)
{
    f();
    return 0;
}
