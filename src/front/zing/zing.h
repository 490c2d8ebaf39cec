/* zing.h -- the front end for Zing: source text in, Program out. */
#ifndef FRONT_ZING_ZING_H
#define FRONT_ZING_ZING_H

#include "ir/program.h"

typedef struct ZingOptions {
    bool cooperative;     /* a thread runs on until it says `yield` */
    bool unchecked;       /* arithmetic wraps instead of being an error */
    bool original_scopes; /* locals become zero where the original clears them, see lower_scope.c */
    bool library;         /* nothing needs to be activate */
    const char *defines;  /* symbols for #if, separated by ';'; NULL: none */
} ZingOptions;

/* Reads the files (indices into sources) as one program.  Errors go to diag; returns NULL
 * if there was an error. */
Program *zing_load(const Sources *sources, const int *files, size_t count,
                   const ZingOptions *options, Diag *diag);

#endif
