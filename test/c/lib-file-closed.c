//: expect bug freed 13
// A stream that was closed.
#include <stdio.h>

int main(void)
{
    FILE *f = fopen("log", "w");
    if (f) {
        fprintf(f, "%d\n", 1);
        fclose(f);
    }
    if (f)
        fprintf(f, "%d\n", 2);
    return 0;
}
