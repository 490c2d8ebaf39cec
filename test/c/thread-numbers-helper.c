//: expect safe
// Who is the third thread depends on who was faster; a helper of the second one starts it.
#include <assert.h>
#include <pthread.h>
static pthread_t inner, later;
static void *nothing(void *u)
{
    return u;
}
static void *same(void *u)
{
    assert(pthread_equal(pthread_self(), *(pthread_t *)u));
    return u;
}
static void help(void)
{
    pthread_create(&inner, 0, nothing, 0);
}
static void *starts(void *u)
{
    help();
    assert(inner);
    pthread_join(inner, 0);
    return u;
}
int main(void)
{
    pthread_t t, r;
    pthread_create(&t, 0, starts, 0);
    pthread_create(&later, 0, same, &later);
    assert((unsigned long)later != (unsigned long)t);
    pthread_join(t, 0);
    pthread_join(later, 0);
    assert((unsigned long)inner != (unsigned long)later);
    return 0;
}
