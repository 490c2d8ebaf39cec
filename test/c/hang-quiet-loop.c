//: expect bug hang
//: output runs in a loop for ever
// The loop has no closed form and never ends; it changes nothing but a local variable.
int main(void)
{
    unsigned i = 1;
    while (i != 0)
        i = i % 3 + 1;
    return 0;
}
