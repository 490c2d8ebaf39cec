/* table.h -- a run as a table with a column for each thread. */
#ifndef REPORT_TABLE_H
#define REPORT_TABLE_H

#include "report/report.h"

void report_table(const Job *job, const Bug *bug, bool color, FILE *out);

#endif
