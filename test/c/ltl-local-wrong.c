// A local variable at a label never has that value.
//: expect bug ltl
//: output breaks the formula: F {k == 4 @ sets}
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

/*@ ltl F {k == 4 @ sets} */
/*@ ltl F {pair.a == 13 @ sets} */
/*@ ltl G !{pair.a == 3 && k == 3 @ sets} */
/*@ condition last = list[0] == 2 && list[1] == 3 @ sets */
/*@ ltl F last */

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    return 0;
}
