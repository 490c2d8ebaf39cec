//: prove unknown
//: unknown there is no proof yet where handlers of signals are installed
// Not a word about pointers, since there is none in the file.
#include <pthread.h>
#include <signal.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static volatile sig_atomic_t asked;
static void on_signal(int number)
{
    asked = number;
}
void start(void)
{
    signal(SIGUSR1, on_signal);
}
void add(void)
{
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
}
