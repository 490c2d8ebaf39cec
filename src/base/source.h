/* source.h -- source files, positions in them, and messages about them. */
#ifndef BASE_SOURCE_H
#define BASE_SOURCE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/memory.h"
#include "base/vec.h"

/* A place in a source file.  line 0 = no place is known. */
typedef struct Pos {
    uint32_t line;   /* from 1 */
    uint16_t column; /* from 1, in bytes; a tab is one column */
    uint16_t file;   /* index into Sources */
} Pos;

/* Why something is not known: a sentence, and what in the source is the cause. */
typedef struct Reason {
    const char *text; /* NULL: there is none */
    Pos where;        /* line 0: no place is the cause */
    const char *proc; /* the procedure there; NULL: not known */
} Reason;

typedef struct Source {
    const char *name; /* as the user gave it */
    const char *text; /* NUL-terminated */
    size_t len;
    bool changed; /* the text is not that of the file: see command/constant.h */
} Source;

typedef struct Sources {
    VEC(Source) files;
    VEC(const char *)
    included;    /* by those, if somebody wants to know: names, some more than once */
    Arena arena; /* names and texts */
} Sources;

/* Reads a file ("-" is standard input).  On failure returns -1 and sets *why (a static text). */
int source_read(Sources *sources, const char *name, const char **why);
/* Adds a text that is already in memory (it is copied); returns its index. */
int source_add(Sources *sources, const char *name, const char *text, size_t len);
/* The name of the file of a place. */
const char *source_name(const Sources *sources, Pos pos);
/* The label of the statement that begins there, as in `L1: x = 0;`; NULL: it has none.  In the
 * arena. */
const char *source_label(const Sources *sources, Pos pos, Arena *arena);
/* Do all lines of a comment but the first begin with `*`?  Then these are ornaments.  Empty lines
 * do not count; the text ends before the sign that ends the comment. */
bool source_has_stars(const char *text, size_t len);
void source_free(Sources *sources);

typedef enum Severity { WARNING, ERROR } Severity;

typedef struct Message {
    Severity severity;
    Pos pos;
    const char *text;
} Message;

/* Collects what is wrong with the user's input.  Printed once, in the order of the positions. */
typedef struct Diag {
    const Sources *sources;
    VEC(Message) messages;
    size_t errors;
    Arena arena;
} Diag;

enum { DIAG_MOST_ERRORS = 20 }; /* after that many errors a front end may stop */

void diag_error(Diag *diag, Pos pos, const char *format, ...) __attribute__((format(printf, 3, 4)));
void diag_warn(Diag *diag, Pos pos, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* `file:line:column: error: text`, the source line, a caret under the column; for each message. */
void diag_print(const Diag *diag, FILE *out);
void diag_free(Diag *diag);

#endif
