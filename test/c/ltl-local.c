// Conditions name local variables of the function at a line, or at a label: numbers, parts of arrays and structs, also where
// nobody reads them any more.
//: expect safe
//: output ltl: F {k == 3 @ sets}; F {pair.a == 13 @ sets}; G !{pair.a == 3 && k == 3 @ sets}; F {doubled == 6 @ 16}; F last,
#include <pthread.h>
#include <stdatomic.h>

static atomic_int go, out;
struct pair {
    int a, b;
};

static int twice(int number)
{
    int doubled = number + number;
    atomic_store(&out, 1);
    return number + number;
}

static void *work(void *of)
{
    int k = 0, list[2] = {0, 0};
    struct pair pair = {1, 2};
    while (k < 3) {
        k = k + 1;
        list[k & 1] = k;
        pair.a += twice(k);
    sets:
        atomic_store(&go, k);
    }
    return (void *)(long)(list[0] + pair.a);
}

/*@ ltl F {k == 3 @ sets} */
/*@ ltl F {pair.a == 13 @ sets} */
/*@ ltl G !{pair.a == 3 && k == 3 @ sets} */
/*@ ltl F {doubled == 6 @ 16} */
/*@ condition last = list[0] == 2 && list[1] == 3 @ sets */
/*@ ltl F last */

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    return 0;
}
