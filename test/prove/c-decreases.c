//: prove proved --int=math
//: output proved; not judged: waiting, memory errors
// Loops that end: by a measure that is written; those that count need none.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct node {
    struct node *next;
    int left;
};
static int todo; //@ accessible_if holds(m)
void drain(void)
{
    pthread_mutex_lock(&m);
    /*@ decreases todo */
    while (todo > 0) {
        todo--;
    }
    pthread_mutex_unlock(&m);
}
int spiral(int n)
{
    int steps = 0, up = 1;
    for (int i = 0; i < n && n < 1000;) /*@ decreases 2 * (n - i) + up */ {
        if (up)
            up = 0;
        else {
            up = 1;
            i++;
        }
        steps++;
    }
    return steps;
}
