/* next.c -- what the answer may have missed; where it is bounded or unknown, what to do next. */
#include "report/json.h"

void report_notes(const Job *job, FILE *out)
{
    vec_each (Reason, note, &job->notes)
        if (note->where.line)
            fprintf(out, "  note: %s:%u: %s\n", report_file_name(job, note->where),
                    note->where.line, note->text);
        else
            fprintf(out, "  note: %s\n", note->text);
}

json_t *report_notes_json(const Job *job)
{
    json_t *array = json_array();
    vec_each (Reason, note, &job->notes) {
        json_t *object =
            note->where.line ? report_json_place(job, note->where, note->proc) : json_object();
        json_object_set_new(object, "message", report_json_text(note->text));
        json_array_append_new(array, object);
    }
    return array;
}

void report_next(const Job *job, FILE *out)
{
    if (job->next.len)
        fputs("\n  what now?\n", out);
    vec_each (Suggestion, next, &job->next) {
        fprintf(out, "    %s\n      %s", next->command, next->what);
        if (next->gave)
            fprintf(out, "; tried: %s", next->gave);
        fputc('\n', out);
    }
}

json_t *report_next_json(const Job *job)
{
    json_t *array = json_array();
    vec_each (Suggestion, next, &job->next) {
        json_t *object = json_object();
        json_object_set_new(object, "command", report_json_text(next->command));
        json_object_set_new(object, "what", report_json_text(next->what));
        json_object_set_new(object, "gave", report_json_text(next->gave));
        json_array_append_new(array, object);
    }
    return array;
}
