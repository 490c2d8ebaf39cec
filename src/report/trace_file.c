/* trace_file.c -- --trace=FILE: the schedule of a bug, for `heddle replay`.
 *
 * Only `thread` and `choices` of the steps, `error`, `round`, `files`, `sha256` and `options` are read back,
 * and `reason`, `commit` and `where` of an atomic procedure that is not (check/trace_load.c); the
 * rest is for people. */
#include "base/version.h"
#include "report/json.h"
#include "report/sha256.h"

enum { TRACE_VERSION = 1 }; /* ORDER TRACE_VERSION */

static json_t *options(const Job *job)
{
    json_t *object = json_object();
    json_object_set_new(object, "cooperative", json_boolean(job->options->cooperative));
    json_object_set_new(object, "unchecked", json_boolean(job->options->unchecked));
    json_object_set_new(object, "define", report_json_text(job->options->define));
    json_object_set_new(object, "set", report_json_text(job->options->set));
    json_object_set_new(object, "property", report_json_text(job->options->property));
    json_object_set_new(object, "zing_counting", json_boolean(job->options->zing_counting));
    json_object_set_new(object, "memory_model", json_string(memory_text[job->memory]));
    json_object_set_new(object, "allow_races", json_boolean(job->options->allow_races));
    json_object_set_new(object, "history", json_integer((json_int_t)job->options->history));
    if (*job->options->daemon)
        json_object_set_new(object, "daemon", report_json_text(job->options->daemon));
    if (job->bugs.at[0].error == ERR_STACK)
        json_object_set_new(object, "stack_limit", json_integer(job_most_calls(job)));
    if (job->bugs.at[0].round) {
        json_object_set_new(object, "ltl", report_json_text(job->options->ltl));
        json_object_set_new(object, "condition", report_json_text(job->options->condition));
        json_object_set_new(object, "fairness", report_json_text(job->options->fairness));
    }
    json_object_set_new(object, "inputs", json_boolean(job->bugs.at[0].inputs));
    json_object_set_new(object, "runs_in", json_string(memory_text[job->bugs.at[0].memory]));
    if (job->bugs.at[0].rounds)
        json_object_set_new(object, "rounds", json_true());
    return object;
}

bool report_trace(const Job *job, const char *path)
{
    const Bug *bug = &job->bugs.at[0];
    json_t *root = json_object(), *files = json_array(), *steps = json_array();
    json_t *hashes = json_array();
    vec_each (Source, source, &job->sources->files) {
        char hash[SHA256_TEXT];
        sha256_text(source->text, source->len, hash);
        json_array_append_new(files, report_json_text(source->name));
        json_array_append_new(hashes, json_string(hash));
    }
    vec_each (TraceStep, step, &bug->steps)
        json_array_append_new(steps, report_json_step(job, step));
    json_object_set_new(root, "heddle_trace", json_integer(TRACE_VERSION));
    json_object_set_new(root, "version", json_string(HEDDLE_VERSION));
    json_object_set_new(root, "files", files);
    json_object_set_new(root, "sha256", hashes);
    json_object_set_new(root, "options", options(job));
    json_object_set_new(root, "error", json_string(error_info[bug->error].key));
    json_object_set_new(root, "message", report_json_text(bug->message));
    json_object_set_new(root, "where", report_json_place(job, bug->where, bug->proc));
    if (bug->reason) {
        json_object_set_new(root, "reason", report_json_text(bug->reason));
        json_object_set_new(root, "commit", report_json_place(job, bug->commit, bug->proc));
    }
    if (bug->round)
        json_object_set_new(root, "round", json_integer(bug->round));
    json_object_set_new(root, "steps", steps);
    bool ok = report_write_json(root, path);
    json_decref(root);
    return ok;
}
