/* save.h -- what transactions have found out, in a file (base/save.h). */
#ifndef MOVERS_SAVE_H
#define MOVERS_SAVE_H

#include "base/save.h"
#include "movers/persistent.h"

/* Into movers that have begun with the same program and properties. */
void movers_save(Movers *v, Saver *saver);
void persistent_save(Persistent *p, Saver *saver);

#endif
