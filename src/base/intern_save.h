/* intern_save.h -- the tables of intern.h in a file (save.h).  They are read into tables that have what was there
 * first already, or nothing: all things get the numbers that they had. */
#ifndef BASE_INTERN_SAVE_H
#define BASE_INTERN_SAVE_H

#include "base/intern.h"
#include "base/save.h"

void records_save(Records *records, Saver *saver);
void pairs_save(Pairs *pairs, Saver *saver);
void tree_save(Tree *tree, Saver *saver);

#endif
