//: expect unknown
//: options --engine=summarize --property=assert,deadlock,memory,lock
//: output foo is called again and again, and is no transaction because of its accesses to x (line 26), y (line 27)
// Figure 8 of "Summarizing Procedures in Concurrent Programs" (POPL 2004), in C: where summaries do
// not help.
//
//     heddle check --engine=bound --property=assert,deadlock,memory,lock examples/popl04/figure8.c
//
// (In C the accesses that the paper is about are data races: those are left out here.)
//
// The program of figure 4, except that the recursive procedure also writes x and y, which nothing
// guards: it is not one transaction, the stacks that must be told apart grow without end, and the
// paper's algorithm does not terminate; heddle notices and says so.  Without --engine=summarize it
// goes on with the bound engine, and has the answer: safe.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static int g = 0, x = 0, y = 0;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void foo(int r)
{
L0: if (r == 0) {
L1:     x = 1;
L2:     y = 1;
L3:     foo(r);
    } else {
L4:     pthread_mutex_lock(&m);
L5:     g++;
L6:     pthread_mutex_unlock(&m);
    }
L7: return;
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
