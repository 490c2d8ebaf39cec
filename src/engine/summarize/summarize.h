/* summarize.h -- procedure summaries: the two-level algorithm. */
#ifndef ENGINE_SUMMARIZE_SUMMARIZE_H
#define ENGINE_SUMMARIZE_SUMMARIZE_H

#include "result/job.h"

extern const Engine engine_summarize;

#endif
