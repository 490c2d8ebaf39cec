/* visit.h -- what visitors send by HTTP, and what they get; see doc/serve.md. */
#ifndef SERVE_VISIT_H
#define SERVE_VISIT_H

#include <pthread.h>

#include "serve/queue.h"

/* Why a visitor is sent away. */
typedef enum Refusal {
    REFUSED_FULL,    /* too many wait */
    REFUSED_LARGE,   /* the program is too large */
    REFUSED_WRONG,   /* what is asked for is not offered */
    REFUSED_FOREIGN, /* another site's page has asked, or the name of this one is another */
    REFUSED_BROKEN,  /* not HTTP */
    REFUSED_SLOW,    /* does not come to an end */
    REFUSALS
} Refusal;

typedef struct Visitor {
    int socket;
    double since; /* when its request, or the answer to it, began */
    bool waits;   /* for a run */
    struct Visitor *next;
} Visitor;

typedef struct Server {
    Queue *queue;
    const char *wall; /* its names */
    CellLimits limits;
    bool loopback; /* only this machine can reach it */
    char *page;
    size_t page_len;
    pthread_mutex_t lock; /* of what follows */
    Visitor *visitors;
    unsigned here; /* so many of them */
    unsigned
        closing; /* connections that were closed for being slow: the library complains of each */
    unsigned long long visits, refused[REFUSALS];
    unsigned long long told[REFUSALS]; /* of these, on standard error */
} Server;

struct MHD_Daemon;
/* NULL: it cannot listen there; errno says why. */
struct MHD_Daemon *visit_begin(Server *server, const char *address, unsigned port);
unsigned visit_port(struct MHD_Daemon *daemon);
/* Once a second: closes connections that take too long, and says what was refused. */
void visit_tend(Server *server);
/* Answers those that wait, whose runs have ended; then nobody comes in any more. */
void visit_end(struct MHD_Daemon *daemon);

#endif
