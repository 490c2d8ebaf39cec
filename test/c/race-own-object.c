//: expect safe
//: options --property=race
// Both threads make an object in the same action; the two are not the same.
#include <heddle.h>
#include <pthread.h>
#include <stddef.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *t(void *unused)
{
    _Bool mine[2] = {0};
    for (int k = 0; k < 2; k++) {
        int i = (int)heddle_choose(0, 1);
        if (!mine[i]) {
            pthread_mutex_lock(&m);
            pthread_mutex_unlock(&m);
            mine[i] = 1;
        }
    }
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, t, NULL);
    pthread_create(&b, NULL, t, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
