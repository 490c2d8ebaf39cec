//: expect bug constant 8
//: output write to a string literal
#include <string.h>

int main(void)
{
    char *words = "a b";
    strtok(words, " ");
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
