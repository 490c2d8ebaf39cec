/* auto.h -- the engines, and which of them is asked. */
#ifndef ENGINE_AUTO_H
#define ENGINE_AUTO_H

#include "result/job.h"

const Engine *engine_find(const char *name); /* NULL: there is none */
/* The engine that --engine names, if it reads the input, or the first one that does; NULL: none.
 * A program for which --contexts is given is for bound. */
const Engine *engine_choose(const Options *options, InputKind input);
/* A program, when no engine was named. */
void engine_run_auto(Job *job);

#endif
