/* recurse.h -- functions that may call themselves, directly or not. */
#ifndef FRONT_C_LOWER_RECURSE_H
#define FRONT_C_LOWER_RECURSE_H

#include "front/c/lower/unit.h"

/* Fills u->recursive; after reach_find. */
void recurse_find(Unit *u);

#endif
