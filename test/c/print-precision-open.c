//: expect safe
// A precision says how far %s reads: the text need not end with a 0.
#include <stdio.h>
char name[3];
int main(void)
{
    name[0] = 'a', name[1] = 'b', name[2] = 'c';
    printf("%.3s\n", name);
    return 0;
}
