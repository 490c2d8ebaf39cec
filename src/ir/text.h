/* text.h -- the text form, as far as its printer and its parser must agree. */
#ifndef IR_TEXT_H
#define IR_TEXT_H

#include "ir/program.h"

/* The length of the name that begins at s[0], within s[0..len): letters, digits, `_`, `$` and `.`,
 * a
 * `-` before a letter, and at the end perhaps `[]`; 0 if none does.  Other names are written in
 * quotes. */
size_t text_name_length(const char *s, size_t len);
/* Words that are never names of anything, unless in quotes: operands, clauses, types. */
bool text_is_reserved(const char *word);
/* `s32`, `ptr` ...; false if the word is no type. */
bool text_type(const char *word, Type *type);

/* The words for LayoutKind, RegionKind and FieldRole. */
extern const char *const layout_kind_text[LAYOUT_RAW + 1];
extern const char *const region_kind_text[REGION_LOCAL + 1];
extern const char *const field_role_text[ROLES];

#endif
