//: expect safe
//: options --property=assert,deadlock,memory,lock,access
//: both
// Annotations in all places where they may stand: behind and before the semicolon, with names that
// are declared later, with macros that are gone at the end of the file, in headers, in structs
// without a name, for all elements of an array of structs; and texts that are no annotations.
#include "annotated.h"
#include <stddef.h>

#define LOCK biglock
static pthread_mutex_t biglock = PTHREAD_MUTEX_INITIALIZER;
// clang-format off
static int x = 5, y /*@ accessible_if holds(LOCK) */; /* y */ static int z; /*@ accessible_if holds(&LOCK) */ int w;
// clang-format on
#undef LOCK
#define LOCK nonsense

#if 0
int dead; /*@ accessible_if don't */ {{{
#endif
static const char *text = "/*@ accessible_if nonsense */";
/*@ requires \valid(p); assigns \nothing; */
static int look(const int *p)
{
    return *p;
}
static /*@null@*/ int *none; /*@@ accessible_if nonsense */

static struct {
    int a /*@ accessible_if holds(other.lock) */;
    struct {
        int in; /*@ accessible_if holds(lock) */
    };
    pthread_mutex_t lock;
} other;
typedef struct {
    int n; /*@ accessible_if this->owner == tid || holds(lock) */
    pthread_t owner;
    pthread_mutex_t lock;
} Owned;
static Owned owned;
static struct pair {
    int a, b;
} pairs[3]; /*@ accessible_if[j] holds(locks[j]) */
static pthread_mutex_t locks[3];
int shared;
pthread_mutex_t shared_lock = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *argument)
{
    static int counter; /*@ accessible_if holds(biglock) */
    struct item *i = argument;
    pthread_mutex_lock(&biglock);
    y++, z++, counter++;
    pthread_mutex_unlock(&biglock);
    pthread_mutex_lock(&i->lock);
    i->value += x;
    i->tab[1]++;
    pthread_mutex_unlock(&i->lock);
    for (int k = 0; k < 3; k++) {
        pthread_mutex_lock(&locks[k]);
        pairs[k].b++;
        pthread_mutex_unlock(&locks[k]);
    }
    pthread_mutex_lock(&other.lock);
    other.a++, other.in++;
    pthread_mutex_unlock(&other.lock);
    pthread_mutex_lock(&owned.lock);
    owned.n++;
    pthread_mutex_unlock(&owned.lock);
    pthread_mutex_lock(&shared_lock);
    shared++;
    pthread_mutex_unlock(&shared_lock);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    struct item item = {.lock = PTHREAD_MUTEX_INITIALIZER};
    w = look(&x) + (none == NULL) + text[0];
    owned.owner = pthread_self();
    pthread_create(&a, NULL, run, &item);
    owned.n = 1;
    pthread_create(&b, NULL, run, &item);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return y + z;
}
