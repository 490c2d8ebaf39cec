//: prove proved
// What an invariant says of a free lock is still true behind a loop that runs while it is held.
#include <pthread.h>
struct item {
    struct item *next;
    int value;
};
struct list {
    pthread_mutex_t lock;
    struct item *first;
    int length;
};
/*@ invariant (\forall struct list *l; unlocked(l->lock) ==> l->length >= 0) */
int list_sum(struct list *l)
{
    int sum = 0;
    pthread_mutex_lock(&l->lock);
    for (struct item *i = l->first; i; i = i->next)
        sum += i->value;
    pthread_mutex_unlock(&l->lock);
    return sum;
}
void list_resize(struct list *l, int length)
{
    pthread_mutex_lock(&l->lock);
    l->length = -1;
    for (int i = 0; i < 3; i++)
        if (length >= i)
            l->length = i;
    if (l->length < 0)
        l->length = 0;
    pthread_mutex_unlock(&l->lock);
}
