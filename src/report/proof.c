/* proof.c -- what prove found out, for people and for tools.
 *
 *   counter.zing: proved; not judged: ...                 the verdict, and what it is not about
 *   counter.zing: failed: ...
 *     Counter.increment  access    proved   0.01 s
 *     Counter.increment  performs  failed   0.02 s        and where, why, and the path:
 *       at 8:9: ...
 *         right    8: acquire(m);      m = tid */
#include "report/json.h"
#include "report/report.h"

const char *report_proof_result(ProofResult result)
{
    switch (result) {
    case PROOF_PROVED:
        return "proved";
    case PROOF_FAILED:
        return "failed";
    case PROOF_UNKNOWN:
        return "unknown";
    }
    return "";
}

/* What a proof says nothing of.  `heddle check` looks for these. */
static const char *const not_judged[] = {"termination", "waiting", "memory errors", "lock order",
                                         "memory orders below seq_cst"};

enum {
    NOT_JUDGED = sizeof not_judged / sizeof *not_judged,
    TERMINATION = 0,
    WAITING = 1,
    MEMORY_ERRORS = 2,
    LOCK_ORDER = 3,
    MEMORY_ORDERS = 4
};

static bool judges_memory(const Job *job)
{
    vec_each (MethodCheck, check, &job->checks)
        if (strcmp(check->check, "memory") == 0)
            return true;
    return false;
}

static bool is_open(const Job *job, size_t i)
{
    return i == LOCK_ORDER      ? !job->lock_order
           : i == MEMORY_ERRORS ? !judges_memory(job) || program_is_c(job->program)
           : i == TERMINATION   ? !job->halts
           : i == WAITING       ? job->halts
           : i == MEMORY_ORDERS ? report_memory_matters(job)
                                : true;
}

static const char *open_text(const Job *job, size_t i)
{
    return i == MEMORY_ERRORS && judges_memory(job) ? "freed and uninitialised memory"
                                                    : not_judged[i];
}

static void print_open(const Job *job, FILE *out)
{
    const char *before = "; not judged: ";
    for (size_t i = 0; i < NOT_JUDGED; i++)
        if (is_open(job, i)) {
            fprintf(out, "%s%s", before, open_text(job, i));
            before = ", ";
        }
}

static void print_lock_order(const Job *job, FILE *out)
{
    if (job->lock_order)
        fprintf(out, "  lock order: %s\n", job->lock_order);
    else if (job->lock_circle)
        fprintf(out, "  lock order: not proved: %s\n", job->lock_circle);
}

static const char *result_color(ProofResult result)
{
    switch (result) {
    case PROOF_PROVED:
        return "\033[1;32m";
    case PROOF_FAILED:
        return "\033[1;31m";
    case PROOF_UNKNOWN:
        return "\033[1;33m";
    }
    return "";
}

static int name_width(const Job *job)
{
    size_t width = 8;
    vec_each (MethodCheck, check, &job->checks)
        width = strlen(check->proc) > width ? strlen(check->proc) : width;
    return (int)(width > 40 ? 40 : width);
}

static void print_path(const Job *job, const MethodCheck *check, FILE *out, Arena *arena)
{
    vec_each (ProofLine, line, &check->path) {
        if (!line->pos.line) {
            fprintf(out, "      %-7s       %s\n", "", line->text);
            continue;
        }
        fprintf(out, "      %-7s %4u  %s%s%s\n", line->phase, line->pos.line,
                report_statement(job->program->sources, line->pos, arena),
                *line->text ? "    // " : "", line->text);
    }
}

static void print_check(const Job *job, const MethodCheck *check, bool color, int width, FILE *out,
                        Arena *arena)
{
    fprintf(out, "  %-*s  %-8s  %s%-7s%s  %.2f s\n", width, check->proc, check->check,
            color ? result_color(check->result) : "", report_proof_result(check->result),
            color ? "\033[0m" : "", check->seconds);
    if (job->options->stats)
        vec_each (const char *, text, &check->inferred)
            fprintf(out, "    inferred, %s\n", *text);
    if (check->result == PROOF_PROVED)
        return;
    fprintf(out, "    at %s:%u:%u: %s\n", report_file_name(job, check->where), check->where.line,
            check->where.column, check->message);
    print_path(job, check, out, arena);
}

void report_proofs(const Job *job, bool color, FILE *out)
{
    static const char *const names[] = {[VERDICT_UNKNOWN] = "unknown",
                                        [VERDICT_BUG] = "failed",
                                        [VERDICT_SAFE] = "proved",
                                        [VERDICT_BOUNDED] = "unknown"};
    Arena arena = {0};
    int width = name_width(job);
    size_t proved = 0;
    vec_each (MethodCheck, check, &job->checks)
        proved += check->result == PROOF_PROVED;
    fprintf(out, "%s: %s", report_file_name(job, (Pos){0}), names[job->verdict]);
    if (job->verdict == VERDICT_UNKNOWN && job->reason)
        fprintf(out, ": %s", report_reason(job, &arena));
    if (job->verdict == VERDICT_SAFE)
        print_open(job, out);
    fputc('\n', out);
    if (!job->options->quiet) {
        vec_each (MethodCheck, check, &job->checks)
            print_check(job, check, color, width, out, &arena);
        vec_each (Discipline, d, &job->disciplines)
            fprintf(out, "  %s: %s%s%s\n", d->rule, report_region(d->region, &arena),
                    *d->annotation ? ": " : "", d->annotation);
        print_lock_order(job, out);
        fprintf(out, "  %zu of %zu checks proved, %llu questions, %.2f s\n", proved,
                job->checks.len, (unsigned long long)job->stats.questions, job->seconds);
        report_next(job, out);
    }
    arena_free(&arena);
}

static json_t *path_json(const Job *job, const MethodCheck *check)
{
    Arena arena = {0};
    json_t *array = json_array();
    vec_each (ProofLine, line, &check->path) {
        json_t *object = json_object();
        json_object_set_new(object, "line", json_integer(line->pos.line));
        json_object_set_new(object, "phase", report_json_text(line->phase));
        json_object_set_new(
            object, "text",
            report_json_text(
                line->pos.line ? report_statement(job->program->sources, line->pos, &arena) : ""));
        json_object_set_new(object, "values", report_json_text(line->text));
        json_array_append_new(array, object);
    }
    arena_free(&arena);
    return array;
}

static json_t *check_json(const Job *job, const MethodCheck *check)
{
    json_t *object = json_object(), *inferred = json_array();
    vec_each (const char *, text, &check->inferred)
        json_array_append_new(inferred, report_json_text(*text));
    json_object_set_new(object, "procedure", report_json_text(check->proc));
    json_object_set_new(object, "check", report_json_text(check->check));
    json_object_set_new(object, "result", json_string(report_proof_result(check->result)));
    json_object_set_new(object, "message", report_json_text(check->message));
    json_object_set_new(object, "where", report_json_place(job, check->where, check->proc));
    json_object_set_new(object, "seconds", json_real(check->seconds));
    json_object_set_new(object, "path", path_json(job, check));
    json_object_set_new(object, "inferred", inferred);
    if (check->search)
        json_object_set_new(object, "search", json_loads(check->search, 0, NULL));
    return object;
}

void report_proofs_json(const Job *job, FILE *out)
{
    Arena arena = {0};
    json_t *root = json_object(), *checks = json_array(), *regions = json_object();
    json_t *supposed = json_object(), *quiet = json_array(), *open = json_array();
    for (size_t i = 0; i < NOT_JUDGED; i++)
        if (is_open(job, i))
            json_array_append_new(open, json_string(open_text(job, i)));
    vec_each (MethodCheck, check, &job->checks)
        json_array_append_new(checks, check_json(job, check));
    vec_each (Discipline, d, &job->disciplines)
        if (strcmp(d->rule, "inferred") == 0)
            json_object_set_new(regions, d->region, report_json_text(d->annotation));
        else if (strcmp(d->rule, DISCIPLINE_SUPPOSED) == 0)
            json_object_set_new(supposed, d->region, report_json_text(d->annotation));
        else
            json_array_append_new(quiet, report_json_text(d->region));
    json_object_set_new(root, "file", report_json_text(report_file_name(job, (Pos){0})));
    json_object_set_new(root, "verdict", json_string(report_verdict_name(job->verdict)));
    json_object_set_new(root, "engine", report_json_text(job->engine));
    json_object_set_new(root, "config", report_json_text(job->config));
    json_object_set_new(root, "reason", report_json_text(report_reason(job, &arena)));
    json_object_set_new(root, "where",
                        job->where.line ? report_json_place(job, job->where, job->where_proc)
                                        : json_null());
    json_object_set_new(root, "next", report_next_json(job));
    json_object_set_new(root, "not_judged", open);
    json_object_set_new(root, "lock_order", report_json_text(job->lock_order));
    json_object_set_new(root, "lock_circle", report_json_text(job->lock_circle));
    json_object_set_new(root, "checks", checks);
    json_object_set_new(root, "inferred", regions);
    json_object_set_new(root, "supposed", supposed);
    json_object_set_new(root, "race_free", quiet);
    json_object_set_new(root, "memory_model", report_json_text(report_memory_model(job)));
    json_object_set_new(root, "seconds", json_real(job->seconds));
    json_object_set_new(root, "peak_kb", json_integer((json_int_t)memory_peak_kb()));
    json_dumpf(root, out, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    fputc('\n', out);
    json_decref(root);
    arena_free(&arena);
}
