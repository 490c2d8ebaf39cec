//: prove proved
//: expect safe
// Figure 3 of the paper, in C.  No invariant is written, and the witnesses are not needed.
#include <pthread.h>
#include <stdbool.h>

enum { BLOCKS = 8 };

static pthread_mutex_t lock[BLOCKS];
static bool bits[BLOCKS]; /*@ accessible_if[j] unlocked(lock[j]) || holds(lock[j]) */

/*@ performs action "NoBlocks": () { \result == -1 }
          [] action "Allocated": (bits[\result], lock[\result]) {
                 0 <= \result && \result < BLOCKS &&
                 \old(unlocked(lock[\result])) && holds(lock[\result]) &&
                 !\old(bits[\result]) && bits[\result] } */
static int alloc(void)
{
    for (int i = 0; i < BLOCKS; i++) {
        pthread_mutex_lock(&lock[i]);
        if (!bits[i]) {
            bits[i] = true;
            //@ witness "Allocated";
            return i;
        }
        pthread_mutex_unlock(&lock[i]);
    }
    //@ witness "NoBlocks";
    return -1;
}

/*@ requires 0 <= i && i < BLOCKS && holds(lock[i])
    performs action "Free": (bits[i], lock[i]) { unlocked(lock[i]) && !bits[i] } */
static void release(int i)
{
    bits[i] = false;
    pthread_mutex_unlock(&lock[i]);
}

int main(void)
{
    int i = alloc();
    if (i >= 0)
        release(i);
    return 0;
}
