//: expect bug assert 30
//: output m[1][0] = 5
//: output box.grid[1][2] = 7
//: output many[17][1].y = 3
// Every dimension of an array has its own index in a trace.
#include <assert.h>
#include <pthread.h>
struct pair {
    int x, y;
};
static int one = 1;
static int m[2][3];
static struct {
    int before, grid[2][3];
} box;
static struct pair many[20][2];
static void *work(void *arg)
{
    m[one][0] = 4 + one;
    box.grid[one][2] = 6 + one;
    many[17][one].y = 2 + one;
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    int sum = m[1][0] + box.grid[1][2] + many[17][1].y;
    assert(sum == 0);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
