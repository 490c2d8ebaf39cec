/* label.h -- labels of statements, found in the text of the program: `busy: x = 1;`. */
#ifndef IR_LABEL_H
#define IR_LABEL_H

#include "ir/program.h"

typedef VEC(Pos) LabelPlaces;

/* Where statements with this label begin: the place of the first instruction of each. */
void label_find(const Program *program, const char *name, LabelPlaces *places);
/* The labels that annotations of the program ask for, by at(LABEL) or `@ LABEL`, become annotations themselves: `label NAME`, at the
 * place.  So they are in the text form, too. */
void label_note(Program *program);

#endif
