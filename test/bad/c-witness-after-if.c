//: error 6:16 `witness` stands between two statements of a block
int x;
/*@ performs action "A": (x) { x == 1 } */
void f(void)
{
    if (x) /*@ witness "A" */
        x = 1;
}
int main(void)
{
    f();
    return 0;
}
