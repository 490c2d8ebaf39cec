//: expect safe
// Each call of the program's own allocator makes objects of the type that it is called for.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct pair {
    int first, second;
};
struct box {
    struct pair *inside;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct box *shared;

static void *get(size_t bytes)
{
    void *memory = malloc(bytes);
    if (!memory)
        abort();
    return memory;
}

static void *get_zero(size_t count, size_t bytes)
{
    char *memory = get(count * bytes);
    for (size_t k = 0; k < count * bytes; k++)
        memory[k] = 0;
    return memory;
}

static void *run(void *unused)
{
    pthread_mutex_lock(&m);
    shared->inside->first++;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    shared = get(sizeof *shared);
    shared->inside = get_zero(1, sizeof *shared->inside);
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_mutex_lock(&m);
    assert(shared->inside->first <= 2);
    pthread_mutex_unlock(&m);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(shared->inside->second == 0);
    return 0;
}
//: also --engine=summarize
