//: expect safe
// Each of many keys has its destructor run, once for each value; one that sets a value again is run
// again.
#include <assert.h>
#include <pthread.h>

enum { KEYS = 6 };
static pthread_key_t keys[KEYS];
static int values[KEYS], destroyed[KEYS];

static void destroy(void *value)
{
    int k = (int)((int *)value - values);
    destroyed[k]++;
    if (k == 0 && destroyed[k] < 3)
        pthread_setspecific(keys[k], value);
}
static void *work(void *argument)
{
    for (int k = 0; k < KEYS; k++)
        pthread_setspecific(keys[k], k == 2 ? NULL : &values[k]);
    return argument;
}
int main(void)
{
    pthread_t t;
    for (int k = 0; k < KEYS; k++)
        pthread_key_create(&keys[k], destroy);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    for (int k = 0; k < KEYS; k++)
        assert(destroyed[k] == (k == 0 ? 3 : k != 2));
    return 0;
}
