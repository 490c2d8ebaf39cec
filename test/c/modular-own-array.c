//: expect safe
//: options --engine=modular --property=assert,memory,lock --memory-model=sc
// What a thread keeps in an array of its own is still there after others have run: all elements, not only the first.
#include <assert.h>
#include <pthread.h>

static _Atomic int total;

static void *work(void *unused)
{
    int own[3];
    own[0] = 1;
    own[1] = 2;
    own[2] = 3;
    total = own[1];
    total = own[2];
    assert(own[0] == 1 && own[1] == 2 && own[2] == 3);
    return unused;
}

int main(void)
{
    for (;;) {
        pthread_t t;
        pthread_create(&t, NULL, work, NULL);
    }
}
