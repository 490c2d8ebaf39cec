/* story.h -- why a run goes wrong, and which of its actions matter for that. */
#ifndef REPORT_STORY_H
#define REPORT_STORY_H

#include "report/report.h"

/* A sentence, in the arena; NULL: there is nothing to say that the message does not. */
const char *report_explain(const Job *job, const Bug *bug, Arena *arena);
/* Action -> could another thread notice it, or is it part of what fails? */
typedef VEC(bool) Matters;
void report_find_matters(const Job *job, const Bug *bug, Matters *matters);

#endif
