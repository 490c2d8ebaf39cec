//: prove proved
// Double-checked initialisation.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
    int value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct config *_Atomic it;

/*@ performs action "Made": () { \result == it && it != NULL }
          [] action "Make": (it) { \old(it) == NULL && \result == it && it != NULL && it->value == 7 } */
struct config *get(void)
{
    struct config *c = it;
    if (!c) {
        pthread_mutex_lock(&lock);
        c = it;
        if (!c) {
            c = malloc(sizeof *c);
            if (!c)
                abort();
            c->value = 7;
            it = c;
        }
        pthread_mutex_unlock(&lock);
    }
    return c;
}
