//: prove proved
// Whoever is given an account leaves `changed` alone: that is said, since he may be of another file.
// Functions of the program that may be called are proved by themselves, for any arguments of their types.
#include <pthread.h>
struct account {
    pthread_mutex_t lock;
    int balance;                            /*@ accessible_if holds(lock) */
    void (*changed)(struct account *, int); /*@ writable_if 0 */
};
static _Atomic int calls;
static void count_calls(struct account *a, int by)
{
    (void)a, (void)by;
    calls++;
}
static void add_bonus(struct account *a, int by)
{
    pthread_mutex_lock(&a->lock);
    a->balance += by / 100;
    pthread_mutex_unlock(&a->lock);
}
struct account first = {PTHREAD_MUTEX_INITIALIZER, 0, count_calls};
struct account second = {PTHREAD_MUTEX_INITIALIZER, 0, add_bonus};
void pay(struct account *a, int by)
{
    pthread_mutex_lock(&a->lock);
    a->balance += by;
    pthread_mutex_unlock(&a->lock);
    a->changed(a, by);
}
