/* library-roles.c -- see library-roles.h: by -D one of these. */
#include "library-roles.h"

#include <pthread.h>
#include <stdlib.h>

#ifdef DELETE
static atomic_int bits[3];
bool set_insert(int key)
{
    return !atomic_exchange(&bits[key], 1);
}
bool set_delete(int key)
{
    if (!bits[key])
        return false;
    bits[key] = 0;
    return true;
}
#endif

#ifdef NEW
static atomic_int last_id;
int id_new(void)
{
    int id = last_id + 1;
    last_id = id;
    return id;
}
void id_destroy(void)
{
    last_id = 0;
}
#endif

#ifdef ATOMIC
int counter_next(atomic_int *counter)
{
    int next = *counter + 1;
    *counter = next;
    return next;
}
#endif

#ifdef NUMBER
int spin_try(spin *lock)
{
    int old = *lock;
    *lock = 1;
    return old;
}
#endif

#ifdef HANDLE
void *box_create(void)
{
    return calloc(8, sizeof(atomic_int));
}
int box_count(void *box)
{
    return atomic_fetch_add((atomic_int *)box + 7, 1);
}
#endif

#ifdef JAR
static pthread_mutex_t lid = PTHREAD_MUTEX_INITIALIZER;
void jar_init(struct jar *jar)
{
    jar->left = 2;
}
int jar_take(struct jar *jar)
{
    pthread_mutex_lock(&lid);
    int taken = jar->left > 0 ? jar->left-- : 0;
    pthread_mutex_unlock(&lid);
    return taken;
}
void jar_clean(struct jar *jar)
{
    jar->left = 0; /* nobody takes any more */
}
#endif

#ifdef ARRAY
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int left = 3;
int drain(int *out, int most)
{
    int count = 0;
    pthread_mutex_lock(&mutex);
    while (left && count < most)
        out[count++] = left--;
    pthread_mutex_unlock(&mutex);
    return count;
}
#endif

#ifdef FIXED
void both(int out[2])
{
    out[0] = out[1] = 1;
}
#endif

#ifdef NODE
static _Atomic(struct item *) items[3];
void put(int key, struct item *item)
{
    items[key] = item;
}
#endif

#ifdef TORN
static atomic_int first, second;
bool set_insert(int key)
{
    first = key;
    second = key;
    return true;
}
void halves(int *restrict a, volatile int *b)
{
    *a = first;
    *b = second;
}
#endif

#ifdef POINTER
int *place(void)
{
    static int here;
    return &here;
}
#endif
