//: sc safe
//: rc11 safe
//: delay safe
// A copy, a comparison and a fill of many bytes see what their thread has stored there, and come after it.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

struct pair {
    int a, b;
};
static struct pair from, to;

static void *work(void *unused)
{
    from.a = 1;
    to = from;
    assert(to.a == 1);
    from.b = 2;
    memset(&from, 0, sizeof from);
    assert(from.a == 0 && from.b == 0);
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    assert(to.a == 1 && from.a == 0 && from.b == 0);
    return 0;
}
