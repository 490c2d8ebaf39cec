//: expect safe
//: options --engine=summarize
// Three threads run the same code, which takes a lock: its summaries are made once.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static int add(int n)
{
    pthread_mutex_lock(&m);
    for (int k = 0; k < n; k++)
        count = (count + 1) % 8;
    int seen = count;
    pthread_mutex_unlock(&m);
    return seen;
}

static void *work(void *unused)
{
    for (int k = 0; k < 2; k++)
        assert(add(3) < 8);
    return unused;
}

int main(void)
{
    pthread_t t[3];
    for (int k = 0; k < 3; k++)
        pthread_create(&t[k], 0, work, 0);
    for (int k = 0; k < 3; k++)
        pthread_join(t[k], 0);
    assert(count == 2);
    return 0;
}
