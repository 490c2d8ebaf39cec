//: expect bug not-held 9
//: options --engine=bound --stacks=automata
// An error inside a library function is shown where the program calls it.
#include <pthread.h>

int main(void)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_unlock(&mutex);
    return 0;
}
