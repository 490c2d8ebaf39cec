// long.c -- a run of hundreds of actions, with objects and a line that is too long for any screen; see narrow.js.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

typedef struct Node {
    struct Node *next;
    int value;
} Node;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Node *head;
static int total, rounds;

static void push(int value)
{
    Node *n = malloc(sizeof *n);
    if (!n)
        abort();
    n->value = value;
    // clang-format off
    pthread_mutex_lock(&lock); /* this comment makes the line so long that the next statement is out of sight, on a phone and on a desk */ n->next = head; head = n;
    // clang-format on
    total++;
    pthread_mutex_unlock(&lock);
}

static void *first(void *unused)
{
    for (int i = 0; i < 4; i++)
        push(i);
    return unused;
}

static void *second(void *unused)
{
    for (int i = 0; i < 40; i++) {
        pthread_mutex_lock(&lock);
        rounds++;
        pthread_mutex_unlock(&lock);
    }
    pthread_mutex_lock(&lock);
    int seen = total;
    pthread_mutex_unlock(&lock);
    assert(seen != 4);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
