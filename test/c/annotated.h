/* annotated.h -- a header with annotations, for annotations.c and annotation-broken.c. */
#ifndef ANNOTATED_H
#define ANNOTATED_H
#include <pthread.h>

#define MINE(lock) holds(lock)
struct item {
    int value;  //@ accessible_if MINE(lock)
    int tab[2]; /*@ writable_if[j] holds(lock) && j < 2 && value >= 0; */
    pthread_mutex_t lock;
};
#undef MINE

extern int shared; /*@ accessible_if holds(shared_lock) */
extern pthread_mutex_t shared_lock;
#endif
