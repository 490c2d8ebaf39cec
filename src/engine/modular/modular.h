/* modular.h -- proofs for any number of threads and any numbers in them; see modular.c. */
#ifndef ENGINE_MODULAR_MODULAR_H
#define ENGINE_MODULAR_MODULAR_H

#include "result/job.h"

extern const Engine engine_modular;

#endif
