/* library-cell.c -- see library-cell.h.  With -DLOST nobody wakes who waits; with -DINVERTED nobody waits for the
 * cell, but there are two locks, taken in either order. */
#include "library-cell.h"

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int full, content;

#ifdef INVERTED
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

void cell_put(int value)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&other);
    content = full = value;
    pthread_mutex_unlock(&other);
    pthread_mutex_unlock(&mutex);
}

int cell_take(void)
{
    pthread_mutex_lock(&other);
    pthread_mutex_lock(&mutex);
    int value = content;
    pthread_mutex_unlock(&mutex);
    pthread_mutex_unlock(&other);
    return value;
}
#else
void cell_put(int value)
{
    pthread_mutex_lock(&mutex);
    full = 1;
    content = value;
#ifndef LOST
    pthread_cond_signal(&filled);
#endif
    pthread_mutex_unlock(&mutex);
}

int cell_take(void)
{
    pthread_mutex_lock(&mutex);
    while (!full)
        pthread_cond_wait(&filled, &mutex);
    full = 0;
    int value = content;
    pthread_mutex_unlock(&mutex);
    return value;
}
#endif
