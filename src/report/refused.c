/* refused.c -- in JSON: input that heddle does not take, and runs that were stopped in a phase in
 * which no engine could say more. */
#include "report/json.h"

static void dump(json_t *root, FILE *out)
{
    json_dumpf(root, out, JSON_INDENT(2));
    fputc('\n', out);
    json_decref(root);
}

static json_t *message(const Diag *diag, const Message *m)
{
    json_t *object = json_object();
    bool placed = m->pos.line && m->pos.file < diag->sources->files.len;
    json_object_set_new(object, "severity",
                        json_string(m->severity == ERROR ? "error" : "warning"));
    json_object_set_new(object, "file",
                        placed ? report_json_text(diag->sources->files.at[m->pos.file].name)
                               : json_null());
    json_object_set_new(object, "line", placed ? json_integer(m->pos.line) : json_null());
    json_object_set_new(object, "column", placed ? json_integer(m->pos.column) : json_null());
    json_object_set_new(object, "message", report_json_text(m->text));
    return object;
}

void report_refused_json(const char *file, const Diag *diag, const char *complaint, FILE *out)
{
    json_t *root = json_object(), *messages = json_array();
    vec_each (Message, m, &diag->messages)
        json_array_append_new(messages, message(diag, m));
    if (complaint)
        json_array_append_new(messages,
                              message(diag, &(Message){.severity = ERROR, .text = complaint}));
    json_object_set_new(root, "file", report_json_text(file));
    json_object_set_new(root, "verdict", json_string("error"));
    json_object_set_new(root, "messages", messages);
    dump(root, out);
}

void report_stopped(const char *file, bool json, bool task, const char *reason, const Job *with,
                    FILE *out)
{
    if (!json) {
        fprintf(out, "%s: unknown: %s\n%s", file, reason, task ? "UNKNOWN\n" : "");
        if (with)
            report_next(with, out);
        return;
    }
    json_t *root = json_object();
    json_object_set_new(root, "file", report_json_text(file));
    json_object_set_new(root, "verdict", json_string("unknown"));
    json_object_set_new(root, "reason", json_string(reason));
    if (with)
        json_object_set_new(root, "next", report_next_json(with));
    dump(root, out);
}
