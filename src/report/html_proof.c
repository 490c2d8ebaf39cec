/* html_proof.c -- see html.h: the checks of prove, and procedure summaries. */
#include "report/html.h"

static void append(json_t *array, const char *text)
{
    json_array_append_new(array, report_json_text(text));
}

/* Rows of four texts: phase, line, statement, values. */
static json_t *path(const Job *job, const MethodCheck *check)
{
    Arena arena = {0};
    json_t *rows = json_array();
    vec_each (ProofLine, line, &check->path) {
        json_t *row = json_array();
        append(row, line->phase);
        append(row, line->pos.line ? arena_print(&arena, "%u", line->pos.line) : "");
        append(row, report_statement(job->sources, line->pos, &arena));
        append(row, line->text);
        json_array_append_new(rows, row);
    }
    arena_free(&arena);
    return rows;
}

static json_t *inferred(const MethodCheck *check)
{
    json_t *array = json_array();
    vec_each (const char *, text, &check->inferred)
        append(array, *text);
    return array;
}

json_t *report_html_checks(const Job *job)
{
    json_t *array = json_array();
    vec_each (MethodCheck, check, &job->checks) {
        json_t *object = json_object();
        json_object_set_new(object, "procedure", report_json_text(check->proc));
        json_object_set_new(object, "check", report_json_text(check->check));
        json_object_set_new(object, "result", json_string(report_proof_result(check->result)));
        json_object_set_new(object, "message", report_json_text(check->message));
        json_object_set_new(object, "inferred", inferred(check));
        json_object_set_new(object, "line", json_integer(check->where.line));
        json_object_set_new(object, "path", path(job, check));
        json_array_append_new(array, object);
    }
    return array;
}

/* Its place and the values there, its other place and the values there, its kind. */
static json_t *edge(const SummaryRow *row)
{
    json_t *array = json_array();
    append(array, row->from);
    vec_each (const char *, value, &row->before)
        append(array, *value);
    append(array, row->to);
    vec_each (const char *, value, &row->after)
        append(array, *value);
    append(array, row->kind);
    return array;
}

json_t *report_html_summaries(const Job *job)
{
    json_t *array = json_array();
    vec_each (Summary, summary, &job->summaries) {
        json_t *object = json_object(), *variables = json_array(), *rows = json_array();
        vec_each (const char *, variable, &summary->variables)
            append(variables, *variable);
        vec_each (SummaryRow, row, &summary->rows)
            json_array_append_new(rows, edge(row));
        json_object_set_new(object, "procedure", report_json_text(summary->proc));
        json_object_set_new(object, "variables", variables);
        json_object_set_new(object, "rows", rows);
        json_array_append_new(array, object);
    }
    return array;
}
