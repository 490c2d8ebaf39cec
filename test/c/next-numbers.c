//: expect unknown
//: options --trial --engine=explore --arguments=300
//: output heddle check --next=list --trial --engine=explore --arguments=300 --set=1000000=2 test/c/next-numbers.c
//: output heddle check --next=list --trial --engine=explore --arguments=2 test/c/next-numbers.c
//: output smaller arguments
// An argument decides how long the search takes, and a number that is written as a real one.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int a;

static void *work(void *rounds)
{
    for (int i = 0; i < *(int *)rounds; i++)
        a = 3 * a + i;
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t other;
    int rounds = atoi(argv[argc - 1]);
    for (int i = 0; i < 1e6 && i < rounds; i++)
        a++;
    pthread_create(&other, NULL, work, &rounds);
    work(&rounds);
    pthread_join(other, NULL);
    return 0;
}
