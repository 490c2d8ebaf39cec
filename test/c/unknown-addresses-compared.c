//: expect unknown
//: output unknown-addresses-compared.c:12: the addresses of two objects are compared (account#1
//: output in transfer: struct account *first = a < b ? a : b;
// Locks taken in the order of addresses: which is less is not known.
#include <pthread.h>
#include <stdlib.h>
struct account {
    pthread_mutex_t lock;
};
static void transfer(struct account *a, struct account *b)
{
    struct account *first = a < b ? a : b;
    pthread_mutex_lock(&first->lock);
    pthread_mutex_unlock(&first->lock);
}

int main(void)
{
    struct account *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    pthread_mutex_init(&a->lock, NULL);
    pthread_mutex_init(&b->lock, NULL);
    transfer(a, b);
    free(a);
    free(b);
    return 0;
}
