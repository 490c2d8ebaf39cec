//: expect bug race 21
// As lib-clone.c, and wrong: both children write a variable.
#define _GNU_SOURCE
#include <assert.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STACK = 4096 };

static atomic_int sum;
static int last;

static int child(void *argument)
{
    atomic_fetch_add(&sum, *(int *)argument);
    if (*(int *)argument)
        last = 2;
    return 0;
}

int main(void)
{
    static int numbers[] = {1, 2};
    char *stacks[2];
    int ids[2], ended[2];
    for (int k = 0; k < 2; k++) {
        stacks[k] = malloc(STACK);
        if (!stacks[k])
            return 1;
        ids[k] = clone(child, stacks[k] + STACK, CLONE_VM | SIGCHLD, &numbers[k]);
        assert(ids[k] > 0);
    }
    for (int k = 0; k < 2; k++)
        ended[k] = wait(NULL);
    assert(ended[0] + ended[1] == ids[0] + ids[1] && ended[0] != ended[1]);
    assert(wait(NULL) == -1);
    assert(sum == 3 && last == 2);
    free(stacks[0]);
    free(stacks[1]);
    return 0;
}
