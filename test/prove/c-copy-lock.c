//: prove unknown
// A lock is no value.
#include <pthread.h>

struct box {
    pthread_mutex_t m;
    int x;
};

void copy(struct box *to, const struct box *from)
{
    *to = *from;
}
