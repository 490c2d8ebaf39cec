//: expect bug uninitialised 19
//: options --engine=cegar
/* Predicates stand for the counter, but not for what was read from memory that nobody wrote. */
#include <pthread.h>
#include <stdlib.h>
int rounds;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct Flags {
    unsigned low : 3, high : 5;
};
int main(void)
{
    struct Flags *flags = malloc(sizeof *flags);
    if (!flags)
        return 1;
    flags->low = 5;
    pthread_mutex_lock(&lock);
    rounds = rounds + 1;
    if (flags->high + 1 > 3)
        rounds = 0;
    pthread_mutex_unlock(&lock);
    free(flags);
    return 0;
}
