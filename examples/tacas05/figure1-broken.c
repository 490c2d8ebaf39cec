//: expect bug null
//: both
//: options --property=assert,deadlock,memory,lock
//: contexts 5
// Figure 1 of "Context-Bounded Model Checking of Concurrent Software" (Qadeer, Rehof, TACAS 2005),
// in C: a real error in a transaction manager.  It needs four context switches. figure1-broken.zing
// is the same program in Zing.
//
//     heddle check --property=assert,deadlock,memory,lock examples/tacas05/figure1-broken.c
//
// (In C the accesses that the paper is about are data races: those are left out here.)
//
// A bucket of a hash table is a doubly-linked list of transactions.  A client thread has committed
// its transaction and removes it; at the same time a timer thread removes transactions that have
// timed out. The timer clears the links of a transaction outside the lock, while the client tests
// and uses them. figure1.c, the repaired program, clears them inside.
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
        pthread_mutex_unlock(&this->lock);
        if (tx != NULL) {
            tx->prev_link = NULL;
            /* POINT 2 */
            tx->next_link = NULL;
            /* POINT 4 */
        }
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
