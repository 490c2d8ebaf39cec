/* net.h -- the parts of a report that are about nets. */
#ifndef REPORT_NET_H
#define REPORT_NET_H

#include "report/json.h"

/* The run, a line a firing. */
void report_net_bug(const Job *job, const Bug *bug, FILE *out);
/* What was proved or covered, and how. */
void report_net_answer(const Job *job, FILE *out);
/* The fields that only nets have. */
void report_net_json(const Job *job, json_t *root);

#endif
