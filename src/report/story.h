/* story.h -- why a run goes wrong, and which of its actions matter for that. */
#ifndef REPORT_STORY_H
#define REPORT_STORY_H

#include "report/report.h"

/* A sentence, in the arena; NULL: there is nothing to say that the message does not. */
const char *report_explain(const Job *job, const Bug *bug, Arena *arena);
/* Not only the thread itself could notice it. */
bool report_step_matters(const Bug *bug, const TraceStep *step);

#endif
