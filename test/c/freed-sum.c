//: expect bug freed 44
//: output was freed in `pop`, by thread 0.0 at line 33.

// What the thread has written itself since nobody else wrote last.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next;
    int value;
};
static struct node *head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void push(int v)
{
    struct node *n = malloc(sizeof *n);
    n->value = v;
    pthread_mutex_lock(&lock);
    n->next = head;
    head = n;
    pthread_mutex_unlock(&lock);
}

static void *pop(void *arg)
{
    pthread_mutex_lock(&lock);
    struct node *n = head;
    if (n)
        head = n->next;
    pthread_mutex_unlock(&lock);
    free(n);
    return arg;
}

static void *sum(void *arg)
{
    int *total = arg;
    pthread_mutex_lock(&lock);
    struct node *n = head;
    pthread_mutex_unlock(&lock);
    for (; n; n = n->next)
        *total += n->value;
    return NULL;
}

int main(void)
{
    pthread_t p, s;
    int total = 0;
    push(1);
    push(2);
    pthread_create(&p, NULL, pop, NULL);
    pthread_create(&s, NULL, sum, &total);
    pthread_join(p, NULL);
    pthread_join(s, NULL);
    return 0;
}
