//: expect safe
//: both
//: options --property=assert,deadlock,memory,lock
// Figure 1 of "Context-Bounded Model Checking of Concurrent Software" (TACAS 2005), in C, repaired
// as the paper says: the lock in process_list extends down to POINT 4.
//
//     heddle check --property=assert,deadlock,memory,lock examples/tacas05/figure1.c
//
// (In C the accesses that the paper is about are data races: those are left out here.)
//
// figure1-broken.c is the program of the figure, figure1.zing this one in Zing.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct Transaction {
    bool in_timer_list;
    struct Transaction *next_link, *prev_link;
} Transaction;

typedef struct Bucket {
    pthread_mutex_t lock;
    Transaction head; /* before the first one */
} Bucket;

static Bucket bucket = {.lock = PTHREAD_MUTEX_INITIALIZER};
static Transaction one, two;

static void add(Bucket *this, Transaction *tx)
{
    tx->next_link = this->head.next_link;
    tx->prev_link = &this->head;
    if (tx->next_link != NULL)
        tx->next_link->prev_link = tx;
    this->head.next_link = tx;
    tx->in_timer_list = true;
}

/* The client. */
static void remove_(Bucket *this, Transaction *tx)
{
    if (!tx->in_timer_list)
        return; /* This transaction is not in the list. */
    /* POINT 1 */
    pthread_mutex_lock(&this->lock);
    if (tx->next_link != NULL) {
        /* POINT 3 */
        tx->next_link->prev_link = tx->prev_link;
    }
    if (tx->prev_link != NULL) {
        tx->prev_link->next_link = tx->next_link;
    }
    tx->in_timer_list = false;
    pthread_mutex_unlock(&this->lock);
}

/* Takes the first transaction off the list; all of them have timed out. */
static Transaction *expire(Bucket *this)
{
    Transaction *tx = this->head.next_link;
    if (tx == NULL)
        return NULL;
    this->head.next_link = tx->next_link;
    if (tx->next_link != NULL)
        tx->next_link->prev_link = &this->head;
    tx->in_timer_list = false;
    return tx;
}

/* The timer. */
static void process_list(Bucket *this)
{
    Transaction *tx;
    do {
        pthread_mutex_lock(&this->lock);
        tx = expire(this);
        if (tx != NULL) {
            tx->prev_link = NULL;
            /* POINT 2 */
            tx->next_link = NULL;
            /* POINT 4 */
        }
        pthread_mutex_unlock(&this->lock);
    } while (tx != NULL);
}

static void *timer(void *unused)
{
    process_list(&bucket);
    return unused;
}

int main(void)
{
    pthread_t other;
    add(&bucket, &two);
    add(&bucket, &one);
    pthread_create(&other, NULL, timer, NULL);
    remove_(&bucket, &one);
    pthread_join(other, NULL);
    assert(bucket.head.next_link == NULL);
    return 0;
}
