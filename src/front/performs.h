/* performs.h -- the grammar of `requires` and `performs`, for every language that has them.
 *
 *   annotation = { "requires" expression [ ";" ] | ( "performs" choice | sequential ) [ ";" ] }
 *   sequential = [ "modifies" [ place { "," place } ] ";" ] "ensures" expression      (one action)
 *   choice     = sequence { "[" "]" sequence }
 *   sequence   = repeated { ";" repeated }
 *   repeated   = ( action | "(" choice ")" ) { "*" }
 *   action     = [ "right" | "left" | "both" ] "action" [ STRING ":" ] "(" [ place { "," place } ] ")" "{" expression "}"
 *
 * A front end fills in a PerformsText: it hands over tokens, and reads places and expressions
 * itself. */
#ifndef FRONT_PERFORMS_H
#define FRONT_PERFORMS_H

#include "ir/program.h"

/* How a token looks to the grammar: a sign is its own character. */
enum {
    PERFORMS_END = 0, /* of the annotation */
    PERFORMS_OTHER = '?',
    PERFORMS_STRING = '"',
    PERFORMS_REQUIRES = 'r', /* words */
    PERFORMS_PERFORMS = 'p',
    PERFORMS_ACTION = 'a',
    PERFORMS_MODIFIES = 'w',
    PERFORMS_ENSURES = 'e',
    PERFORMS_MOVER = 'm' /* right, left, both */
};

/* How an action moves that has this word before it (ActionSpec.moves); 0: the word is another one. */
uint8_t performs_mover(const char *word, size_t len);

/* Functions that return false have said what is wrong. */
typedef struct PerformsText {
    void *of;
    char quote;                        /* around signs and words in messages */
    char (*look)(void *of, bool next); /* the token, or the next one */
    void (*take)(void *of);            /* goes on to the next token */
    bool (*requires)(void *of);        /* reads an expression: all of a `requires` */
    void (*mover)(void *of);           /* takes the word that says how it moves */
    void (*action)(void *of);          /* an action begins, at its word */
    void (*label)(void *of);           /* takes the string that is its label */
    bool (*place)(void *of);           /* reads an expression: it modifies this place */
    void (*modifies)(void *of);        /* all places are read, and the `)` */
    bool (*predicate)(void *of);       /* reads an expression: what it says */
    bool (*ensures)(void *of);         /* the same, of an `ensures`: it ends the clause */
    void (*expected)(void *of, const char *what);     /* complains about the token */
    void (*complain)(void *of, const char *sentence); /* ... with this sentence */
} PerformsText;

/* Reads the whole annotation and puts the expression of its `performs`, in postfix order, into
 * `steps`, which is not empty if the procedure has one already.  False: something was wrong. */
bool performs_read(const PerformsText *text, SpecSteps *steps);

#endif
