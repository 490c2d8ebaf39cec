/* summary.c -- `heddle summary`: the edges of each procedure, as the paper's tables have them. */
#include "report/json.h"

static void print_list(const char *first, const char *const *texts, size_t len, FILE *out)
{
    fprintf(out, "(%s", first);
    for (size_t k = 0; k < len; k++)
        fprintf(out, ", %s", texts[k]);
    fputc(')', out);
}

static void print_row(const SummaryRow *row, FILE *out)
{
    fputs("  ", out);
    print_list(row->from, row->before.at, row->before.len, out);
    fputs(" -> ", out);
    print_list(row->to, row->after.at, row->after.len, out);
    fprintf(out, "  %s%s%s\n", row->kind, *row->phase ? ", " : "", row->phase);
}

static bool is_wanted(const Summary *summary, const char *proc)
{
    return !proc || strcmp(summary->proc, proc) == 0;
}

void report_summaries(const Job *job, const char *proc, FILE *out)
{
    vec_each (Summary, summary, &job->summaries) {
        if (!is_wanted(summary, proc))
            continue;
        fprintf(out, "%s ", summary->proc);
        print_list("pc", summary->variables.at, summary->variables.len, out);
        fputc('\n', out);
        vec_each (SummaryRow, row, &summary->rows)
            print_row(row, out);
        vec_each (const char *, split, &summary->splits)
            fprintf(out, "  called after a commit: a new transaction begins at %s\n", *split);
    }
    Arena arena = {0};
    if (job->verdict == VERDICT_UNKNOWN)
        fprintf(out, "not complete: %s%s\n", report_reason(job, &arena),
                report_memory_remark(job, &arena));
    else if (job->program->assumes_sc)
        fprintf(out, "of sequentially consistent runs%s\n", report_memory_remark(job, &arena));
    arena_free(&arena);
}

static json_t *texts(const char *const *at, size_t len)
{
    json_t *array = json_array();
    for (size_t k = 0; k < len; k++)
        json_array_append_new(array, report_json_text(at[k]));
    return array;
}

static json_t *node(const char *label, Pos pos, const char *const *values, size_t len)
{
    json_t *object = json_object();
    json_object_set_new(object, "pc", report_json_text(label));
    json_object_set_new(object, "line", json_integer(pos.line));
    json_object_set_new(object, "values", texts(values, len));
    return object;
}

static json_t *procedure(const Summary *summary)
{
    json_t *object = json_object(), *edges = json_array();
    vec_each (SummaryRow, row, &summary->rows) {
        json_t *edge = json_object();
        json_object_set_new(edge, "kind", report_json_text(row->kind));
        json_object_set_new(edge, "phase", report_json_text(row->phase));
        json_object_set_new(edge, "from",
                            node(row->from, row->from_pos, row->before.at, row->before.len));
        json_object_set_new(edge, "to", node(row->to, row->to_pos, row->after.at, row->after.len));
        json_array_append_new(edges, edge);
    }
    json_object_set_new(object, "procedure", report_json_text(summary->proc));
    json_object_set_new(object, "variables", texts(summary->variables.at, summary->variables.len));
    json_object_set_new(object, "edges", edges);
    json_object_set_new(object, "splits", texts(summary->splits.at, summary->splits.len));
    return object;
}

void report_summaries_json(const Job *job, const char *proc, FILE *out)
{
    json_t *root = json_object(), *all = json_array();
    vec_each (Summary, summary, &job->summaries)
        if (is_wanted(summary, proc))
            json_array_append_new(all, procedure(summary));
    json_object_set_new(root, "file", report_json_text(report_file_name(job, (Pos){0})));
    json_object_set_new(root, "procedures", all);
    json_object_set_new(root, "memory_model", report_json_text(report_memory_model(job)));
    json_object_set_new(root, "complete", json_boolean(job->verdict != VERDICT_UNKNOWN));
    json_object_set_new(root, "seconds", json_real(job->seconds));
    json_dumpf(root, out, JSON_INDENT(2));
    fputc('\n', out);
    json_decref(root);
}
