//: expect bug access 19
// Ghosts are assigned to while exploring, and predicates may name them.
#include <pthread.h>

static int data; /*@ accessible_if owner == tid */
/*@ ghost unsigned owner; */
static pthread_mutex_t m;

static void *worker(void *u)
{
    pthread_mutex_lock(&m);
    //@ ghost owner = tid;
    data++;
    //@ ghost owner = 0;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    //@ ghost owner = 0;
    if (u)
        data++;
    pthread_mutex_unlock(&m);
    return u;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, &m);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
