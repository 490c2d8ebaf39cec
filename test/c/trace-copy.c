//: expect bug assert 35
//: output pair#2.x = 1, pair#2.y = 2
//: output main.many[0..15] = 9
//: output name[0..5] = "hello"
// A copy is shown as the members that it writes, and elements side by side with one value as one.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct pair {
    int x, y;
};
static struct pair from = {1, 2}, *q;
static struct {
    int at[16];
} nines;
static char name[8];
static void *work(void *many)
{
    *q = from;
    memcpy(many, nines.at, sizeof nines.at);
    memcpy(name, "hello", 6);
    return NULL;
}
int main(void)
{
    pthread_t t;
    static int many[16];
    for (int k = 0; k < 16; k++)
        nines.at[k] = 9;
    q = malloc(sizeof *q);
    pthread_create(&t, NULL, work, many);
    pthread_join(t, NULL);
    int sum = q->x + q->y + many[15] + name[1];
    assert(sum == 0);
    return 0;
}
//: also --engine=bound
