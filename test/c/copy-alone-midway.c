//: expect safe
//: both
//: options --property=assert,memory
// The only other thread ends in the middle of a copy: what is left of it is copied, and no more.
#include <assert.h>
#include <pthread.h>
#include <string.h>

typedef struct {
    char text[250];
    short last[3];
} Large;

static struct {
    Large to;
    int behind;
} g = {.behind = 7};
static Large from = {.last = {1, 2, 3}};

static void *copy(void *unused)
{
    memcpy(&g.to, &from, sizeof g.to);
    assert(g.behind == 7 && g.to.last[2] == 3);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, copy, NULL);
    g.to.text[8] = 0;
    pthread_exit(NULL);
}
