//: expect bug race 8
//: options --engine=bound --contexts=4
// Two threads side by side in the list race.
#include <pthread.h>
int x;
static void *add(void *u)
{
    x++;
    return 0;
}
int main(void)
{
    pthread_t t, s;
    pthread_create(&t, 0, add, 0);
    pthread_create(&s, 0, add, 0);
    pthread_join(t, 0);
    pthread_join(s, 0);
    return 0;
}
