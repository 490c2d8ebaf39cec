/* toml.h -- the part of TOML that heddle.toml needs: tables, lists of tables, keys whose value is a text, a whole number,
 * true, false, or a list of these.  What else TOML has is refused, with its line. */
#ifndef BASE_TOML_H
#define BASE_TOML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"
#include "base/vec.h"

typedef enum TomlKind { TOML_TEXT, TOML_NUMBER, TOML_BOOLEAN, TOML_LIST } TomlKind;

typedef struct TomlEntry {
    const char *table; /* "": none */
    uint32_t number;   /* of the table, from 1 if it is one of a list of them; else 0 */
    const char *key;
    TomlKind kind;
    VEC(const char *) values; /* texts, digits, `true`, `false`; one, unless it is a list */
    uint32_t line;
} TomlEntry;

typedef struct Toml {
    VEC(TomlEntry) entries;
} Toml;

/* NULL, or what is wrong, with *line; the texts are in the arena. */
const char *toml_parse(const char *text, Arena *arena, Toml *toml, uint32_t *line);
void toml_free(Toml *toml);

#endif
