//: error 4:18 expected an access predicate
int x;
/*@ ghost int g; */
/*@ ghost int h; requires x == 1 */
void f(void)
{
    x = 1;
}

int main(void)
{
    f();
    return 0;
}
