/* symbolic.h -- the engine symbolic: a bug that it finds is replayed before anybody sees it. */
#ifndef COMMAND_SYMBOLIC_H
#define COMMAND_SYMBOLIC_H

#include "result/job.h"

extern const Engine engine_symbolic;

#endif
