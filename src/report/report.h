/* report.h -- prints results for people and tools.  No other folder prints them. */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "result/job.h"

/* C: what the steps changed in memory gets the names of the source, `q->head->next`.  Once, before
 * anything is reported. */
void report_name_values(Job *job);
/* Elements of an array side by side become one value, if they are equal or a text: `a[0..15] = 0`.
 */
void report_join_values(TraceStep *step, Arena *arena);
/* For people: the verdict and, for a bug, the run that leads to it, a column a thread. */
void report_text(const Job *job, bool color, FILE *out);
/* Every counter with its meaning. */
/* The calls of a client of a library, as intervals; nothing if there are none. */
void report_calls(const Bug *bug, FILE *out);
void report_stats(const Job *job, FILE *out);
/* For tools: one JSON object; its fields are listed in doc/manual.md and are never renamed. */
void report_json(const Job *job, FILE *out);
/* The locking discipline: a line a region; with --json an array of objects. */
void report_disciplines(const Job *job, FILE *out);
void report_disciplines_json(const Job *job, FILE *out);
/* The checks of prove: a line each, and for a failure the path that leads to it. */
void report_proofs(const Job *job, bool color, FILE *out);
void report_proofs_json(const Job *job, FILE *out);
/* Procedure summaries, of one procedure unless `proc` is NULL. */
/* The input is wrong: what the front end says of it, and what else is; NULL: nothing. */
void report_refused_json(const char *file, const Diag *diag, const char *complaint, FILE *out);
/* The run was stopped where no engine could say more.  `task`: of SV-COMP; `with` has what to do next;
 * NULL: nothing is known of that. */
void report_stopped(const char *file, bool json, bool task, const char *reason, const Job *with,
                    FILE *out);

void report_summaries(const Job *job, const char *proc, FILE *out);
void report_summaries_json(const Job *job, const char *proc, FILE *out);
/* Writes the files that --html, --sarif, --trace and --witness name.  NULL, or the name of one that
 * could not be written; errno says why. */
const char *report_files(const Job *job);
/* The graph of the states on standard output.  False: it could not be drawn, so it is text. */
bool report_states(const Job *job, bool svg);
/* Each of these: false if errno says why it could not be written. */
bool report_html(const Job *job, const char *path);    /* one page for a browser */
bool report_sarif(const Job *job, const char *path);   /* for code scanning */
bool report_trace(const Job *job, const char *path);   /* the first bug, for `heddle replay` */
bool report_witness(const Job *job, const char *path); /* the first bug, for SV-COMP */

/* What the answer may have missed: a line each. */
void report_notes(const Job *job, FILE *out);
/* What to do next, if anything is suggested. */
void report_next(const Job *job, FILE *out);
/* Of unknown and bounded: `a.c:7: why`, or why alone where no place is the cause; NULL: there is
 * nothing to say. */
const char *report_reason(const Job *job, Arena *arena);
/* The function and the statement there, a line; nothing where they are not known. */
void report_reason_statement(const Job *job, FILE *out, Arena *arena);
const char *report_verdict_name(VerdictKind verdict); /* "safe", "bug", ... */
const char *report_file_name(const Job *job, Pos pos);
/* As much of its end as no other file's name has, from a `/` on. */
const char *report_short_name(const Job *job, Pos pos);
/* What has no name is called after its type: `unsigned long` is what a pointer to one leads to, and told as
 * `*(unsigned long *)`. */
const char *report_region(const char *region, Arena *arena);
/* Of a C program: the memory model that the verdict is about, as in --memory-model; else NULL. */
const char *report_memory_model(const Job *job);
/* Does the program have orders below seq_cst?  Else the model makes no difference. */
bool report_memory_matters(const Job *job);
/* What was checked: `assert, deadlock`. */
const char *report_property_list(const Job *job, Arena *arena);
/* Properties that were asked for, and that a good verdict does not speak about. */
uint32_t report_unjudged(const Job *job);
/* Of a C program: data races are no errors (--allow-races). */
bool report_allows_races(const Job *job);
/* Behind the verdict: ` (memory model rc11)`; "" where sc was not asked for and is exact. */
const char *report_memory_remark(const Job *job, Arena *arena);
/* The same behind a verdict, where the model is named always, and that --set has changed the program. */
const char *report_verdict_remark(const Job *job, Arena *arena);
/* `0` < `0.1` < `0.2` < `0.10` < `1`: the order of the threads in a report. */
int report_compare_threads(const char *a, const char *b);
/* Do the steps of the run lie in more than one source file? */
bool report_several_files(const Bug *bug);

/* The statement that begins at pos, on one line and without comments.  In the arena. */
const char *report_statement(const Sources *sources, Pos pos, Arena *arena);
/* Where it begins, in the same line. */
Pos report_statement_start(const Sources *sources, Pos pos);

#endif
