//: prove failed
//: failed main access 9 argc < 3
// Who starts the program gives it as many arguments as they like.
#include <assert.h>

int main(int argc, char **argv)
{
    (void)argv;
    assert(argc < 3);
    return 0;
}
