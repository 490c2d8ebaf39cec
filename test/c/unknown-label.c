//: expect unknown
//: output test/c/unknown-label.c:6: the address of a label (&&): use a switch
// A computed goto.
int main(int argc, char **argv)
{
    static void *const table[] = {&&one, &&two};
    (void)argv;
    goto *table[argc > 1];
one:
    return 1;
two:
    return 2;
}
