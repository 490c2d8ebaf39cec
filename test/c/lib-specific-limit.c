//: expect unknown
//: output more than 16 keys for thread-specific data
// Real programs may have 1024 keys; heddle says that it has fewer.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int main(void)
{
    pthread_key_t keys[17];
    for (int k = 0; k < 17; k++)
        assert(pthread_key_create(&keys[k], NULL) == 0);
    return 0;
}
