/* library.h -- heddle check --library. */
#ifndef COMMAND_LIBRARY_H
#define COMMAND_LIBRARY_H

#include "command/session.h"

/* So many threads, so many calls each. */
typedef struct ClientShape {
    uint32_t threads, calls;
} ClientShape;
typedef VEC(ClientShape) ClientShapes;

/* `2x3,3x2`; false: it is not such a list. */
bool library_parse_shapes(const char *text, ClientShapes *shapes);
/* `assert, memory, linear`: what is asked for, in the job's arena. */
const char *library_properties(const Job *job);
/* Reads the library, and makes a program of it and of its client; with --show-client the client is
 * printed, and that is all. */
int session_load_library(Session *s);
/* The loaded program is a client: every run of it, in each of the shapes of --client. */
int session_answer_library(Session *s);

#endif
