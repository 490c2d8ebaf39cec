//: prove failed
//: failed spin performs 18 this loop never ends
//: failed maybe performs 26 this loop never ends
//: failed never performs 35 this loop never ends
//: failed again performs 45 this call never returns
//: failed ping performs 52 this call never returns
//: failed pong performs 58 this call never returns
//: failed dies performs 63 no run of the method returns
// Who does nothing for ever performs nothing, whatever its specification says.
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m;
static int a;
/*@ performs action (a) { a == 99 } */
void spin(void)
{

    for (;;)
        ;
}
/*@ performs action (a) { a == 99 } */
void maybe(int k)
{
    pthread_mutex_lock(&m);
    if (k)
        while (1)
            ;
    a = 99;
    pthread_mutex_unlock(&m);
}
/*@ performs action (a) { a == 99 } */
void never(void)
{
    int i = 3;
    while (i != 4)
        ;
    pthread_mutex_lock(&m), a = 99, pthread_mutex_unlock(&m);
}
/*@ performs action (a) { a == 99 } */
void again(int k)
{
    if (k)
        again(k - 1);
    else
        again(7);
}
void ping(void);
void pong(void);
/*@ performs action (a) { a == 99 } */
void ping(void)
{
    pong();
}
/*@ performs action (a) { a == 99 } */
void pong(void)
{

    ping();
}
/*@ performs action (a) { a == 99 } */
void dies(void)
{
    abort();
}
