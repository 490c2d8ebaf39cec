/* ask.h -- what a visitor may ask for: a few commands, and options from a list. */
#ifndef SERVE_ASK_H
#define SERVE_ASK_H

#include <stdbool.h>
#include <stddef.h>

enum { MOST_ASKED = 32 };

typedef struct Ask {
    const char *command; /* a constant */
    const char *name;    /* of the file, a constant */
    char *text;
    size_t len;
    char *options[MOST_ASKED + 1]; /* NULL ends them */
    size_t count;
} Ask;

/* Reads the JSON object that a visitor has sent:
 *   {"command": "check", "language": "c", "text": "...", "options": {"memory-model": "rc11", "overflow": true}}
 * NULL, or why it is refused. */
const char *ask_read(Ask *ask, const char *body, size_t len, char *why, size_t size);
/* One more, of the server's own. */
void ask_add(Ask *ask, const char *format, ...) __attribute__((format(printf, 2, 3)));
void ask_free(Ask *ask);

#endif
