//: expect bug null 32
//: both
// An event-driven program in which a task is surprised by another one.
//
//     heddle check examples/c/event-loop-broken.c
//
// `cancel` closes the connection at once.  A task that was posted before, and reads the next piece,
// still believes in it.  event-loop.c only leaves a note, and each task looks at the state first.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

enum { PIECES = 2 };

typedef struct Connection {
    int pieces;
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
        close_connection();
}

int main(void)
{
    heddle_post(request, NULL);
    if (heddle_choose(0, 1))
        heddle_post(cancel, NULL);
    pthread_exit(NULL);
}
