//: expect safe
//: states 13
// Two threads without an end count what they do, in a struct on the heap; the numbers are only printed. Nobody looks at them,
// so they do not tell states apart.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct table {
    pthread_mutex_t lock;
    int busy;
    unsigned long hits, misses;
    int last;
};

static void *work(void *argument)
{
    struct table *table = argument;
    for (;;) {
        pthread_mutex_lock(&table->lock);
        table->busy ^= 1;
        if (table->busy)
            table->hits++;
        else
            table->misses++;
        table->last = 7 + table->busy;
        assert(table->busy <= 1);
        pthread_mutex_unlock(&table->lock);
    }
}

int main(void)
{
    pthread_t a, b;
    struct table *table = malloc(sizeof *table);
    pthread_mutex_init(&table->lock, NULL);
    table->busy = table->last = 0;
    table->hits = table->misses = 0;
    pthread_create(&a, NULL, work, table);
    pthread_create(&b, NULL, work, table);
    pthread_mutex_lock(&table->lock);
    printf("%lu of %lu, %d\n", table->hits, table->misses, table->last);
    pthread_mutex_unlock(&table->lock);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
//: also --engine=summarize
