/* coverage.h -- what runs have reached, for --coverage. */
#ifndef REPORT_COVERAGE_H
#define REPORT_COVERAGE_H

#include "report/json.h"

/* Nothing without --coverage. */
void report_coverage(const Job *job, FILE *out);
/* null without --coverage, or where it is not known. */
json_t *report_coverage_json(const Job *job);

#endif
