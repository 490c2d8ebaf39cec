/* constant.h -- numbers in the text of a program that decide how large it is: how often loops go round,
 * how many threads there are.  --set gives them other values; where no answer was found, heddle
 * suggests smaller ones. */
#ifndef COMMAND_CONSTANT_H
#define COMMAND_CONSTANT_H

#include "base/source.h"

typedef struct Constant {
    const char *name; /* NULL: a number in the head of a loop */
    uint32_t file, line;
    size_t at, len; /* the number in the text */
    uint64_t value;
    bool guarded; /* by #ifndef: -DNAME=... changes it, too */
    bool counts;  /* a loop or a row of threads depends on it */
} Constant;
typedef VEC(Constant) Constants;

/* Those of the first `files` sources: #define, const and enum with a number behind them, and numbers
 * that loops are compared with.  Names are in the arena. */
void constants_find(const Sources *sources, size_t files, Constants *found, Arena *arena);
/* The line of another number that seems to belong to the constant, and would stay as it is: the one before its value
 * (`if (p == 4)` where there are five), and the value itself if `same`.  0: none. */
uint32_t constants_tied(const Sources *sources, size_t files, const Constant *c, bool same,
                        uint64_t *number);
/* How many arguments main seems to want, by what the text says of argc and argv; 0: none. */
unsigned constants_arguments(const Sources *sources, size_t files);
/* Does the text define this function?  A guess: a name, parentheses, a brace. */
bool constants_defines(const char *text, const char *name);

/* The texts with the values of the list, as `N=3,12:100=2,8=2` (the 100 of line 12, every 8; of the headers, which stand behind
 * `files`, only by name, a colon and these).  NULL, or the item of the list that fits nothing. */
const char *constants_set(Sources *sources, size_t files, const char *list, Arena *arena);

#endif
