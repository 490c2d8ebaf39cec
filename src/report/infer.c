/* infer.c -- `heddle infer`: the discipline of each region, as annotations. */
#include "report/json.h"

static int longest_name(const Job *job)
{
    size_t longest = 0;
    vec_each (Discipline, d, &job->disciplines)
        longest = strlen(d->region) > longest ? strlen(d->region) : longest;
    return longest < 40 ? (int)longest : 40;
}

/* What to say where there is no annotation, and beside it. */
static const char *remark(const Discipline *d)
{
    if (strcmp(d->rule, "lock") == 0)
        return "a lock";
    if (strcmp(d->rule, "private") == 0)
        return "private: no two threads touch it while both could";
    if (strcmp(d->rule, "read-only") == 0 && !*d->reason)
        return "not written since there was a second thread";
    return strcmp(d->rule, "none") != 0 && !*d->annotation ? d->reason : "";
}

void report_disciplines(const Job *job, FILE *out)
{
    int width = longest_name(job);
    vec_each (Discipline, d, &job->disciplines) {
        fprintf(out, "%-*s ", width, d->region);
        if (strcmp(d->rule, "none") == 0)
            fprintf(out, " no discipline: %s", *d->reason ? d->reason : "it has none");
        if (*d->annotation)
            fprintf(out, " %s", d->annotation);
        if (*remark(d))
            fprintf(out, "  %s", remark(d));
        fputc('\n', out);
    }
    if (job->lock_order)
        fprintf(out, "lock order: %s\n", job->lock_order);
    Arena arena = {0};
    if (job->verdict == VERDICT_UNKNOWN)
        fprintf(out, "not sure: %s%s\n", report_reason(job, &arena),
                report_memory_remark(job, &arena));
    else if (job->program->assumes_sc)
        fprintf(out, "in sequentially consistent runs%s\n", report_memory_remark(job, &arena));
    arena_free(&arena);
}

void report_disciplines_json(const Job *job, FILE *out)
{
    Arena arena = {0};
    json_t *root = json_object(), *all = json_array();
    vec_each (Discipline, d, &job->disciplines) {
        json_t *object = json_object();
        json_object_set_new(object, "region", report_json_text(d->region));
        json_object_set_new(object, "rule", report_json_text(d->rule));
        json_object_set_new(object, "annotation", report_json_text(d->annotation));
        json_object_set_new(object, "reason", report_json_text(d->reason));
        json_array_append_new(all, object);
    }
    json_t *movers = json_array();
    vec_each (StatementMover, m, &job->movers) {
        json_t *object = report_json_place(job, m->pos, m->proc);
        json_object_set_new(object, "mover", report_json_text(m->mover));
        json_array_append_new(movers, object);
    }
    json_object_set_new(root, "file", report_json_text(report_file_name(job, (Pos){0})));
    json_object_set_new(root, "disciplines", all);
    if (job->lock_order)
        json_object_set_new(root, "lock_order", report_json_text(job->lock_order));
    json_object_set_new(root, "movers", movers);
    json_object_set_new(root, "complete", json_boolean(job->verdict != VERDICT_UNKNOWN));
    json_object_set_new(
        root, "reason",
        report_json_text(job->verdict == VERDICT_UNKNOWN ? report_reason(job, &arena) : NULL));
    json_object_set_new(root, "memory_model", report_json_text(report_memory_model(job)));
    json_object_set_new(root, "seconds", json_real(job->seconds));
    json_dumpf(root, out, JSON_INDENT(2));
    fputc('\n', out);
    json_decref(root);
    arena_free(&arena);
}
