//: expect safe
//: output memory model sc
// The last writer closes the pipe: who reads meets the end.
#include <unistd.h>
#include <pthread.h>
#include <assert.h>
static int f[2];
static void *ta(void *x)
{
    char c;
    long n = read(f[0], &c, 1);
    assert(n == 0);
    return x;
}
int main(void)
{
    pthread_t x;
    pipe(f);
    pthread_create(&x, 0, ta, 0);
    close(f[1]);
    pthread_join(x, 0);
    return 0;
}
