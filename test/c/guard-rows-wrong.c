//: expect bug race
//: options --engine=explore
// Each lock of the object seems to guard the data of its row, until one thread takes the lock of another row.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct table {
    int before;
    struct {
        pthread_mutex_t lock;
        long used;
        int keys[2];
    } stripes[2];
    pthread_mutex_t locks[2];
    long same[2], blocks[4], turns[4];
};
static struct table here, *there;

static void work(struct table *t, int i)
{
    pthread_mutex_lock(&t->stripes[i].lock);
    t->stripes[i && t == &here].used++;
    t->stripes[i].keys[0] = t->stripes[i].keys[1]++;
    pthread_mutex_unlock(&t->stripes[i].lock);
    pthread_mutex_lock(&t->locks[i]);
    t->same[i]++;
    t->blocks[2 * i + 1]++, t->blocks[2 * i]++;
    t->turns[i]++, t->turns[2 + i]++;
    assert(t->turns[i] == t->turns[2 + i]);
    pthread_mutex_unlock(&t->locks[i]);
}

static void *other(void *unused)
{
    for (int i = 0; i < 2; i++)
        work(&here, i), work(&there[1], i);
    return unused;
}

int main(void)
{
    pthread_t t;
    there = calloc(2, sizeof *there);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_init(&here.stripes[i].lock, NULL), pthread_mutex_init(&here.locks[i], NULL);
        pthread_mutex_init(&there[1].stripes[i].lock, NULL),
            pthread_mutex_init(&there[1].locks[i], NULL);
    }
    pthread_create(&t, NULL, other, NULL);
    other(NULL);
    pthread_join(t, NULL);
    assert(here.same[0] == 2 && there[1].blocks[3] == 2 && here.stripes[1].used == 2);
    free(there);
    return 0;
}
