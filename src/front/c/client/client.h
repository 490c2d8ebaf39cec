/* client.h -- a program that calls the functions of a library: heddle check --library. */
#ifndef FRONT_C_CLIENT_H
#define FRONT_C_CLIENT_H

#include "front/c/c.h"
#include "front/c/driver/driver.h"
#include "front/c/lower/unit.h"

/* What a client gives for a parameter, and what it makes of a result. */
typedef enum ArgKind {
    ARG_VOID,     /* of a result: there is none */
    ARG_VALUE,    /* an integer, of a few values */
    ARG_TEXT,     /* const char *: a few texts */
    ARG_OBJECT,   /* what all functions work on: the same for all calls */
    ARG_ITEM,     /* void *: the address of a variable of the client */
    ARG_NODE,     /* of a structure: another one for each call */
    ARG_IN,       /* const int *: of a variable with a value */
    ARG_OUT,      /* int *: of a variable whose value belongs to the result */
    ARG_OUT_ITEM, /* void **: likewise, of a pointer */
    ARG_OTHER     /* nobody knows */
} ArgKind;

typedef struct ClientArg {
    ArgKind kind;
    const char *name;
    const char *type;        /* in C */
    const char *inner;       /* of a pointer: what it points to, in C */
    VEC(const char *) names; /* of an enumeration */
    bool is_bool;
    bool many; /* of ARG_IN and ARG_OUT: another parameter says how many it points to */
} ClientArg;

typedef struct ClientFunction {
    const char *name;
    VEC(ClientArg) args;
    ClientArg result;
} ClientFunction;

/* The functions of a library that its header declares, and which of them are for what. */
typedef struct ClientApi {
    VEC(ClientFunction) functions;
    const char *object;       /* the type of what they work on, as a pointer; NULL: there is none */
    const char *object_inner; /* what that points to */
    const ClientFunction *make;        /* makes the object; NULL: it is a variable */
    VEC(const ClientFunction *) inits; /* called once, before the others */
    VEC(const ClientFunction *) calls;
    VEC(const ClientFunction *) left_out;
} ClientApi;

/* read.c: the functions with bodies whose names stand in the headers (none: all that are not
 * static).  In the arena of the unit. */
void client_read(Unit *u, const ClientAsk *ask, ClientApi *api);
/* write.c */
const char *client_write(Arena *arena, const ClientAsk *ask, const ClientApi *api);

#endif
