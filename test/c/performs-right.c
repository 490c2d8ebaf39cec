//: expect safe
// What performs says is compared with what a call does that nobody interrupts.
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool used[4]; /*@ accessible_if[j] holds(lock) */
static int count;    /*@ accessible_if holds(lock) */

/*@ performs action (used[id], count) { !used[id] && (!\old(used[id]) || count == \old(count) - 1) }
 */
static void release(int id)
{
    pthread_mutex_lock(&lock);
    if (used[id])
        count--;
    used[id] = false;
    pthread_mutex_unlock(&lock);
}

/*@ performs action "none": () { \result == -1 }
   [] action "take": (used[\result], count) { used[\result] && count == \old(count) + 1 } */
static int take(void)
{
    int found = -1;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < 4 && found < 0; i++)
        if (!used[i]) {
            used[i] = true;
            count++;
            found = i;
        }
    pthread_mutex_unlock(&lock);
    return found;
}

static void *work(void *argument)
{
    int id = take();
    if (id >= 0)
        release(id);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
