//: expect unknown
//: output the environment was taken to be empty
// What it has not put there is not.
#include <stdlib.h>

int main(void)
{
    setenv("MODE", "fast", 1);
    return getenv("HOME") != 0;
}
