//: expect bug race 10
// Who holds a lock that the program writes itself reads it, plainly, while another thread tries to take it.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int f;
static void *a(void *p)
{
    while (atomic_exchange(&f, 1))
        ;
    int v = *(int *)&f;
    atomic_store(&f, 0);
    return v ? p : 0;
}
static void *b(void *p)
{
    while (atomic_exchange(&f, 1))
        ;
    atomic_store(&f, 0);
    return p;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, a, 0);
    pthread_create(&u, 0, b, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
