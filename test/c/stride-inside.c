//: expect safe
// A byte in the middle of a word: who reads the word reads the byte.
#include <assert.h>
#include <pthread.h>
static union {
    int word;
    char byte[4];
} a[4];
int main(void)
{
    volatile int z = 2;
    int k = z;
    a[k].byte[1] = 1;
    assert(a[k].word == 256);
    return 0;
}
