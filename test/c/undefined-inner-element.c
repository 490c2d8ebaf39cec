//: expect bug bounds 12
#include <stdlib.h>
struct name {
    int length;
    char text[4];
};

int main(void)
{
    struct name *names = calloc(2, sizeof *names);
    for (int i = 0; i <= 4; i++)
        names[0].text[i] = 'a';
    free(names);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
