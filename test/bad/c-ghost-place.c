//: error 4:11 a ghost is declared where a variable
int x;
/*@ ghost int g; */
int y /*@ ghost int h; */ = 3;
void f(void)
{
    x = 1;
}

int main(void)
{
    f();
    return 0;
}
