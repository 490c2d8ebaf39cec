//: prove proved
// The state that a race detector keeps of a variable, after FastTrack: who finds its own epoch there does not
// take the lock; it is written behind the lock.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct state {
    pthread_mutex_t lock;
    atomic_int epoch; //@ writable_if holds(lock)
};

/*@ performs action "Same": () { s->epoch == e && !\result }
          [] action "New": (s->epoch) { \old(unlocked(s->lock)) && s->epoch == e && \result } */
bool write_state(struct state *s, int e)
{
    if (s->epoch == e)
        return false;
    pthread_mutex_lock(&s->lock);
    s->epoch = e;
    pthread_mutex_unlock(&s->lock);
    return true;
}
