/* scan.h -- words of Zing, SPL and C, and where annotations belong in them; also in a text that is being written. */
#ifndef COMMAND_SCAN_H
#define COMMAND_SCAN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/vec.h"

typedef enum Language { LANGUAGE_OTHER, LANGUAGE_C, LANGUAGE_ZING, LANGUAGE_SPL } Language;

typedef enum LexemeKind {
    LEXEME_NAME,
    LEXEME_WORD,
    LEXEME_NUMBER,
    LEXEME_TEXT,
    LEXEME_SIGN,
    LEXEME_COMMENT
} LexemeKind;
typedef struct Lexeme {
    LexemeKind kind;
    size_t at, len;
    size_t partner; /* of a bracket: its other one, or itself if there is none */
} Lexeme;
typedef struct Scan {
    const char *text;
    VEC(Lexeme) all; /* but for comments */
    VEC(Lexeme) comments;
} Scan;
void lexemes_begin(Scan *scan, const char *text, size_t len, Language language);
void lexemes_free(Scan *scan);
bool lexemes_is(const Scan *scan, size_t k, const char *text); /* false behind the last, too */
bool lexemes_same(const Scan *scan, size_t a, size_t b);
size_t lexemes_find(const Scan *scan, size_t offset); /* the lexeme there; how many: none */

/* place.c */

/* Where the annotation of a region belongs, behind its declaration: an offset; SIZE_MAX: not found.
 * *declared: where its name is. */
size_t place_find(const Scan *scan, Language language, const char *region, size_t *declared);
/* `{` of a function, or of a method `Class.name`: a lexeme; 0: none. */
size_t place_body(const Scan *scan, Language language, const char *name);

#endif
