//: expect safe
//: options --engine=summarize
// Figure 4 of "Summarizing Procedures in Concurrent Programs" (POPL 2004), in C: a recursion without end.
//
//     heddle check examples/popl04/figure4.c
//     heddle summary --every-value --property=assert examples/popl04/figure4.c foo
//
// foo calls itself for ever if its parameter is 0; otherwise it increments g.  A search that keeps the
// stacks of the threads (--engine=explore) does not end.  But the body of foo is one transaction, so a
// summary says all there is to say about it: whoever comes back from foo has incremented g.  (A real
// stack is finite, of course; the program is not meant to be run.)
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static int g = 0;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void foo(int r)
{
L0: if (r == 0) {
L1:     foo(r);
    } else {
L2:     pthread_mutex_lock(&m);
L3:     g++;
L4:     pthread_mutex_unlock(&m);
    }
L5: return;
}

static void *main_(void *unused)
{
    int q = (int)heddle_choose(0, 1);
M0: foo(q);
M1: pthread_mutex_lock(&m);
M2: assert(g >= 1);
M3: pthread_mutex_unlock(&m);
M4: return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, main_, NULL);
    pthread_create(&b, NULL, main_, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
