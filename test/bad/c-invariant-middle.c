//: error 2:9 `invariant` stands right before a loop, or right before its body in braces, or
int /*@ invariant x == 0 */ x;
int main(void)
{
    return x;
}
