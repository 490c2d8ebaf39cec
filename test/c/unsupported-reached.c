//: expect unknown
//: output inline assembly: bsf
// What heddle cannot follow matters where a run gets there.
int main(int argc, char **argv)
{
    int r = 5;
    (void)argv;
    if (argc == 1)
        __asm__("bsf %0, %0" : "+r"(r));
    return r;
}
