/* json.h -- functions that the writers of JSON share. */
#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include <jansson.h>

#include "report/report.h"

/* A JSON string, or null for NULL; bytes that are not UTF-8 become question marks. */
json_t *report_json_text(const char *text);
/* {file, line, column, procedure} */
json_t *report_json_place(const Job *job, Pos pos, const char *proc);
/* Into a file, with an end of line behind it.  False: errno says why it could not be written. */
bool report_write_json(const json_t *root, const char *path);
/* `proved`, `failed`, `unknown` */
const char *report_proof_result(ProofResult result);
/* One action of a run. */
json_t *report_json_step(const Job *job, const TraceStep *step);

/* [{thread, call, result, begin, end, action}]: calls.c. */
json_t *report_calls_json(const Bug *bug);
/* [{message, file, line, ...}]: what the answer may have missed. */
json_t *report_notes_json(const Job *job);
/* [{command, what, gave}]: what to do next. */
json_t *report_next_json(const Job *job);

#endif
