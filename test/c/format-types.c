// C17 7.21.6.1 and 7.21.6.2: an argument that is not of the type that its conversion takes.  Each
// choice is one mistake.
//: options --all-errors
//: expect bug undefined
//: errors 12
//: output argument 2 of printf is an integer of 64 bits, and %d in its format takes an integer of 32 bits
//: output argument 2 of scanf is the address of an integer of 64 bits, and %d in its format stores an integer of 32 bits
#include <heddle.h>
#include <stdio.h>

struct pair {
    short small;
    long large;
};
static struct pair global;

int main(void)
{
    long large = 1;
    int number = 1;
    double fraction = 1;
    char text[40];
    struct pair pair = {1, 2};
    switch (heddle_choose(0, 11)) {
    case 0:
        printf("%d\n", large);
        break;
    case 1:
        printf("%5.1ld\n", number);
        break;
    case 2:
        printf("%s %f\n", "a", number);
        break;
    case 3:
        printf("%*d\n", large, number);
        break;
    case 4:
        number = printf("%x", fraction);
        break;
    case 5:
        fprintf(stderr, "%%%p", number);
        break;
    case 6:
        snprintf(text, sizeof text, "%hhd", large);
        break;
    case 7:
        scanf("%d", &large);
        break;
    case 8:
        sscanf("1", "%d", &pair.small);
        break;
    case 9:
        sscanf("1 2", "%*d%hd", &global.large);
        break;
    case 10:
        scanf("%f", &fraction);
        break;
    case 11:
        scanf("%ld", &number);
        break;
    }
    return 0;
}
