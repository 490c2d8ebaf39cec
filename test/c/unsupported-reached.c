//: expect unknown
//: output test/c/unsupported-reached.c:10: inline assembly: bsf
//: output in main: __asm__("bsf %0, %0" : "+r"(r));
// What heddle cannot follow matters where a run gets there.
int main(int argc, char **argv)
{
    int r = 5;
    (void)argv;
    if (argc == 1)
        __asm__("bsf %0, %0" : "+r"(r));
    return r;
}
