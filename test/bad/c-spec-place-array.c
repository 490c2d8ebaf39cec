//: error 6:22 an action modifies scalars
struct pair {
    int x[2], y;
} p;

/*@ performs action (p.x) { p.y == 1 } */
void f(void)
{
    p.y = 1;
}

int main(void)
{
    f();
    return 0;
}
