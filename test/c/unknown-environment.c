//: expect unknown
//: output unknown-environment.c:8: the environment was taken to be empty (getenv); give a getenv
//: output in verbose: return getenv("VERBOSE") != NULL;
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
