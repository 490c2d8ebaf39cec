//: expect safe
// What a program asks of every Linux, and what nothing depends on.
#include <assert.h>
#include <gnu/libc-version.h>
#include <pthread.h>
#include <unistd.h>

static void child(void)
{
}

int main(void)
{
    assert(getpagesize() == 4096 && sysconf(_SC_PAGESIZE) == 4096);
    assert(pthread_atfork(NULL, NULL, child) == 0);
    (void)gnu_get_libc_version();
    return 0;
}
