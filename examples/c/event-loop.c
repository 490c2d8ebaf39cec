//: expect safe
//: both
// An event-driven program: tasks are posted and run one at a time, in no particular order.
//
//     heddle check examples/c/event-loop.c
//
// A request is answered in steps: open a connection, read what comes, close it.  A cancel may be
// posted at any time in between.  Each task is atomic; what can go wrong is their order.  So every
// task looks at the state first.  heddle_post and heddle_choose are from heddle.h.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

enum { PIECES = 2 };

typedef struct Connection {
    int pieces;
    bool cancelled;
} Connection;

static Connection *connection;
static bool requested, answered;

static void close_connection(void)
{
    free(connection);
    connection = NULL;
}

static void read_piece(void *unused)
{
    if (!connection)
        return;
    if (connection->cancelled) {
        close_connection();
        return;
    }
    connection->pieces++;
    assert(connection->pieces <= PIECES);
    if (connection->pieces < PIECES) {
        heddle_post(read_piece, unused);
    } else {
        answered = true;
        close_connection();
    }
}

static void request(void *unused)
{
    assert(!requested);
    requested = true;
    connection = calloc(1, sizeof *connection);
    if (connection)
        heddle_post(read_piece, unused);
}

static void cancel(void *unused)
{
    (void)unused;
    if (connection)
        connection->cancelled = true;
}

int main(void)
{
    heddle_post(request, NULL);
    if (heddle_choose(0, 1))
        heddle_post(cancel, NULL);
    pthread_exit(NULL);
}
