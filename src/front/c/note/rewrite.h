/* rewrite.h -- the expressions of annotations as C, for annotate.c: each token in its place. */
#ifndef FRONT_C_NOTE_REWRITE_H
#define FRONT_C_NOTE_REWRITE_H

#include "front/c/note/annotate.h"

/* ---- texts ---- */

typedef VEC(char) Text;
void text_put(Text *out, const char *text, size_t len);
void text_add(Text *out, const char *text);
void text_format(Text *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_quoted(Text *out, const char *text); /* for C and for JSON */
/* Tells clang at which place of the file it believes to read the next text stands. */
void text_place(Text *out, Pos pos);
void text_place_in(Text *out, const char *file, Pos pos);

/* Follows positions through a text. */
typedef struct Cursor {
    const char *text;
    size_t at;
    Pos pos;
} Cursor;
Cursor cursor_at(const char *text, size_t at);
Pos cursor_go(Cursor *c, size_t to);

/* ---- expressions ---- */

bool rewrite_is(const char *text, CToken t, const char *name); /* is it this name? */
/* The struct that a note is in, whose members its expression may name; NULL: none. */
const ScanStruct *rewrite_owner(const Scan *scan, const Note *note, uint32_t *number);
/* With this-> before members. */
void rewrite_expression(Annotations *a, Text *out, const AnnotatedFile *file, const Note *note);
/* A part of the text. */
void rewrite_span(Annotations *a, Text *out, const AnnotatedFile *file, const Note *note,
                  Span span);
/* What comes before and behind the variable and the body of a quantifier over objects; `at` is its
 * number. */
void rewrite_each(Text *out, size_t at, bool begins);
/* Is it the name of a ghost? */
bool rewrite_is_ghost(const Annotations *a, const char *name);
/* Each name in the expression once: macro NAME is pushed where the annotation is, and popped where
 * the expression is. */
void rewrite_macros(Text *out, const AnnotatedFile *file, const Note *note, const char *how);

#endif
