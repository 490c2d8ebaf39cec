/* net.c -- what text.c and json.c say of nets: the run of transitions, the proof. */
#include "report/net.h"

enum { WIDTH = 100, MOST_LINES = 1000 }; /* of the table; firings that are shown */

/* `a = 1, b = 0, ...`, wrapped and indented. */
static void print_values(const TraceValue *values, size_t len, size_t indent, FILE *out)
{
    size_t column = indent;
    for (size_t i = 0; i < len; i++) {
        size_t width = strlen(values[i].name) + strlen(values[i].value) + 5;
        if (column > indent && column + width > WIDTH) {
            fprintf(out, "\n%*s", (int)indent, "");
            column = indent;
        }
        column += width;
        fprintf(out, "%s = %s%s", values[i].name, values[i].value, i + 1 < len ? ", " : "");
    }
    fputc('\n', out);
}

void report_net_bug(const Job *job, const Bug *bug, FILE *out)
{
    fprintf(out, "  at %s:%u:%u\n  after %zu firing%s\n\n", report_file_name(job, bug->where),
            bug->where.line, bug->where.column, bug->steps.len, bug->steps.len == 1 ? "" : "s");
    fputs("   firing  line  transition       tokens afterwards\n", out);
    fprintf(out, "    %5s  %4u  %-15s  ", "", job->net->init_pos.line, "init");
    print_values(bug->start.at, bug->start.len, 34, out);
    for (size_t i = 0; i < bug->steps.len && i < MOST_LINES; i++) {
        const TraceStep *step = &bug->steps.at[i];
        fprintf(out, "    %5zu  %4u  %-15s  ", i + 1, step->pos.line, step->proc);
        print_values(step->values.at, step->values.len, 34, out);
    }
    if (bug->steps.len > MOST_LINES)
        fprintf(out, "    ... and %zu more; --json and --trace have all of them\n",
                bug->steps.len - MOST_LINES);
}

static const char *what_bags_are(const Proof *proof)
{
    switch (proof->kind) {
    case PROOF_NONE:
        return "none";
    case PROOF_DEMANDS:
        return "demands";
    case PROOF_MARKINGS:
        return "markings";
    }
    return "none";
}

void report_net_answer(const Job *job, FILE *out)
{
    const Proof *proof = &job->proof;
    if (job->verdict == VERDICT_SAFE)
        fprintf(out, "  no run covers a target; proof: %zu %s, %zu linear invariants, %s\n",
                proof->bags.len, what_bags_are(proof), proof->refutations.len,
                proof->checked ? "checked" : "too large to be checked once more");
    else if (job->verdict != VERDICT_BUG)
        fputs("  no target covered so far\n", out);
    fprintf(out, "%s  %zu places, %zu transitions, %llu demands, %llu markings, %.2f s, %s",
            job->verdict == VERDICT_BUG ? "\n" : "", job->net->places.len,
            job->net->transitions.len, (unsigned long long)job->stats.demands,
            (unsigned long long)job->stats.markings, job->seconds, job->engine);
    if (job->method)
        fprintf(out, ": %s", job->method);
    if (job->cut)
        fprintf(out, " at c = %u", job->cut);
    fputc('\n', out);
}

static json_t *certificate(const Proof *proof)
{
    json_t *object = json_object();
    json_object_set_new(object, "kind", json_string(what_bags_are(proof)));
    json_object_set_new(object, "bags", json_integer((json_int_t)proof->bags.len));
    json_object_set_new(object, "invariants", json_integer((json_int_t)proof->refutations.len));
    json_object_set_new(object, "checked", json_boolean(proof->checked));
    return object;
}

static json_t *start(const Bug *bug)
{
    json_t *object = json_object();
    vec_each (TraceValue, value, &bug->start)
        json_object_set_new(object, value->name, report_json_text(value->value));
    return object;
}

void report_net_json(const Job *job, json_t *root)
{
    const Bug *bug = job->bugs.len ? &job->bugs.at[0] : NULL;
    bool safe = job->verdict == VERDICT_SAFE;
    json_object_set_new(root, "method", report_json_text(job->method));
    json_object_set_new(root, "cut", job->cut ? json_integer(job->cut) : json_null());
    json_object_set_new(root, "places", json_integer((json_int_t)job->net->places.len));
    json_object_set_new(root, "initial", bug ? start(bug) : json_null());
    json_object_set_new(root, "certificate", safe ? certificate(&job->proof) : json_null());
}
