//: expect safe
// Pointers are all of one kind, integers of one width are; what a thread's function returns, and whether it
// wants its argument, is its own affair; so is what functions return that run at the end.
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#pragma clang diagnostic ignored "-Wdeprecated-non-prototype"
#pragma clang diagnostic ignored "-Wcast-function-type-mismatch"

struct large {
    int values[10];
};
struct small {
    int a, b;
};

static int order(const int *a, const int *b)
{
    return *a - *b;
}

static unsigned same(unsigned x)
{
    return x;
}

static void *set(int *x)
{
    *x = 3;
    return NULL;
}

static void void_result(void *x)
{
    (void)x;
}

static int int_result(void *x)
{
    return x != NULL;
}

static void *no_prototype()
{
    return NULL;
}

static void *no_argument(void)
{
    return NULL;
}

static int at_end(void)
{
    return 1;
}

static int sum(int n, ...)
{
    int total = 0;
    va_list list;
    va_start(list, n);
    while (n--)
        total += va_arg(list, int);
    va_end(list);
    return total;
}

static int first(struct large s)
{
    return s.values[0];
}

static struct large make(int x)
{
    return (struct large){{x}};
}

static int both(struct small s)
{
    return s.a + s.b;
}

static int promoted(c, f)
char c;
float f;
{
    return c + (int)f;
}

typedef void *Start(void *);

int main(void)
{
    Start *starts[] = {(Start *)set, (Start *)void_result, (Start *)int_result,
                       (Start *)no_prototype, (Start *)no_argument};
    int a[] = {3, 1, 2}, x = 0;
    qsort(a, 3, sizeof *a, (int (*)(const void *, const void *))order);
    assert(a[0] == 1 && ((int (*)(int))same)(3) == 3);
    for (int i = 0; i < 5; i++) {
        pthread_t t;
        pthread_create(&t, NULL, starts[i], &x);
        pthread_join(t, NULL);
    }
    assert(x == 3);
    atexit((void (*)(void))at_end);
    int (*variadic)(int, ...) = sum, (*large)(struct large) = first, (*small)(struct small) = both;
    int (*open)() = promoted, (*print)(const char *, ...) = printf;
    struct large (*maker)(int) = make;
    assert(variadic(0) == 0 && variadic(2, 3, 4) == 7 && large(maker(5)) == 5);
    assert(small((struct small){1, 2}) == 3 && open('a', 1.5f) == 98);
    print("%d\n", x);
    return 0;
}
//: also --engine=summarize
