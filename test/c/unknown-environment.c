//: expect unknown
//: output test/c/unknown-environment.c:8: the environment was taken to be empty (getenv); give a
//: getenv of your own for others output in verbose: return getenv("VERBOSE") != NULL;
// A doubt inside the library is shown where the user calls it.
#include <stdlib.h>
static int verbose(void)
{
    return getenv("VERBOSE") != NULL;
}

int main(void)
{
    return verbose();
}
