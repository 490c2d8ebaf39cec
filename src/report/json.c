/* json.c -- the report for tools: the fields of doc/manual.md, section 8, null where they do not
 * apply. */
#include "report/coverage.h"
#include "report/orders.h"
#include "report/json.h"

#include "report/net.h"
#include "report/story.h"

json_t *report_json_text(const char *text)
{
    if (!text)
        return json_null();
    json_t *string = json_string(text);
    if (string)
        return string;
    char *copy = memory_copy_string(text);
    for (char *p = copy; *p; p++)
        if ((unsigned char)*p >= 0x80)
            *p = '?';
    string = json_string(copy);
    memory_free(copy);
    return string;
}

bool report_write_json(const json_t *root, const char *path)
{
    FILE *out = fopen(path, "wb");
    bool ok = out && json_dumpf(root, out, JSON_INDENT(2)) == 0;
    ok = ok && fputc('\n', out) != EOF;
    if (out && fclose(out) != 0)
        ok = false;
    return ok;
}

json_t *report_json_place(const Job *job, Pos pos, const char *proc)
{
    json_t *place = json_object();
    json_object_set_new(place, "file", report_json_text(report_file_name(job, pos)));
    json_object_set_new(place, "line", json_integer(pos.line));
    json_object_set_new(place, "column", json_integer(pos.column));
    json_object_set_new(place, "procedure", report_json_text(proc));
    return place;
}

json_t *report_json_step(const Job *job, const TraceStep *step)
{
    Arena arena = {0};
    json_t *object = json_object(), *choices = json_array(), *values = json_object();
    json_t *texts = json_array();
    vec_each (uint32_t, choice, &step->choices)
        json_array_append_new(choices, json_integer(*choice));
    vec_each (TraceValue, value, &step->values) {
        json_t *name = report_json_text(value->name);
        json_object_set_new(values, json_string_value(name), report_json_text(value->value));
        json_decref(name);
    }
    vec_each (const char *, text, &step->texts)
        json_array_append_new(texts, report_json_text(*text));
    const char *statement = report_statement(job->sources, step->pos, &arena);
    json_object_set_new(object, "thread", report_json_text(step->thread));
    json_object_set_new(object, "entry", report_json_text(step->entry));
    json_object_set_new(object, "context", json_integer(step->context));
    json_object_set_new(object, "transaction",
                        step->transaction ? json_integer(step->transaction) : json_null());
    json_object_set_new(object, "procedure", report_json_text(step->proc));
    json_object_set_new(object, "file", report_json_text(report_file_name(job, step->pos)));
    json_object_set_new(object, "line", json_integer(step->pos.line));
    json_object_set_new(object, "column", json_integer(step->pos.column));
    json_object_set_new(object, "text", report_json_text(statement));
    json_object_set_new(object, "choices", choices);
    json_object_set_new(object, "values", values);
    json_object_set_new(object, "texts", texts);
    arena_free(&arena);
    return object;
}

/* A lock, a variable, `thread 0.1`. */
static json_t *what_for(const TraceWaiter *waiter, Arena *arena)
{
    bool joins = waiter->wants.kind == DEED_JOIN;
    return report_json_text(arena_print(arena, "%s%s", joins ? "thread " : "", waiter->wants.name));
}

static json_t *waiters(const Job *job, const Bug *bug)
{
    Arena arena = {0};
    json_t *array = json_array();
    vec_each (TraceWaiter, waiter, &bug->waiters) {
        json_t *object = report_json_place(job, waiter->pos, waiter->proc);
        json_object_set_new(object, "thread", report_json_text(waiter->thread));
        if (waiter->wants.name)
            json_object_set_new(object, "for", what_for(waiter, &arena));
        if (waiter->helpless)
            json_object_set_new(object, "why", report_json_text(waiter->helpless));
        json_array_append_new(array, object);
    }
    arena_free(&arena);
    return array;
}

static json_t *explanation(const Job *job, const Bug *bug)
{
    Arena arena = {0};
    json_t *text = report_json_text(bug ? report_explain(job, bug, &arena) : NULL);
    arena_free(&arena);
    return text;
}

/* The fields of one bug; all null if there is none. */
static void set_bug(json_t *object, const Job *job, const Bug *bug)
{
    const ErrorInfo *info = bug ? &error_info[bug->error] : NULL;
    json_t *trace = bug ? json_array() : json_null();
    uint32_t contexts = 0;
    Matters matters = {0};
    if (bug)
        report_find_matters(job, bug, &matters);
    for (size_t i = 0; bug && i < bug->steps.len; i++) {
        json_t *step = report_json_step(job, &bug->steps.at[i]);
        json_object_set_new(step, "matters", json_boolean(i >= matters.len || matters.at[i]));
        json_array_append_new(trace, step);
        contexts = bug->steps.at[i].context;
    }
    vec_free(&matters);
    json_object_set_new(
        object, "property",
        report_json_text(
            bug ? property_name(error_property(job->program, bug->error, job->properties)) : NULL));
    json_object_set_new(object, "error", report_json_text(info ? info->key : NULL));
    json_object_set_new(object, "message", report_json_text(bug ? bug->message : NULL));
    json_object_set_new(object, "explanation", explanation(job, bug));
    json_object_set_new(object, "where",
                        bug               ? report_json_place(job, bug->where, bug->proc)
                        : job->where.line ? report_json_place(job, job->where, job->where_proc)
                                          : json_null());
    bool switches = bug && job->input != INPUT_NET;
    bool bounded = !bug && job->bound.has_contexts;
    json_object_set_new(object, "contexts",
                        switches  ? json_integer(contexts)
                        : bounded ? json_integer(job->bound.contexts)
                                  : json_null());
    json_object_set_new(object, "trace", trace);
    json_object_set_new(object, "round",
                        bug && bug->round ? json_integer(bug->round) : json_null());
    json_object_set_new(object, "waiting", bug ? waiters(job, bug) : json_null());
    if (bug && bug->calls.len)
        json_object_set_new(object, "calls", report_calls_json(bug));
}

static json_t *predicates(const Job *job)
{
    json_t *all = json_array();
    vec_each (const char *, text, &job->predicates)
        json_array_append_new(all, json_string(*text));
    return all;
}

static json_t *stats(const Job *job)
{
    json_t *object = json_object();
#define STAT(name, unit, what)                                                                     \
    json_object_set_new(object, #name, json_integer((json_int_t)job->stats.name));
#include "base/stat.def"
#undef STAT
    return object;
}

static json_t *all_bugs(const Job *job)
{
    json_t *array = json_array();
    vec_each (Bug, bug, &job->bugs) {
        json_t *object = json_object();
        set_bug(object, job, bug);
        json_array_append_new(array, object);
    }
    return array;
}

/* Functions of C without a body that the program leads to. */
static json_t *missing(const Job *job)
{
    if (!job->program || !job->program->is_c)
        return json_null();
    json_t *array = json_array();
    vec_each (Missing, function, &job->program->missing) {
        json_t *object = json_object();
        json_object_set_new(object, "name", report_json_text(function->name));
        json_object_set_new(object, "file",
                            report_json_text(report_file_name(job, function->where)));
        json_object_set_new(object, "line", json_integer(function->where.line));
        json_object_set_new(object, "column", json_integer(function->where.column));
        json_object_set_new(object, "called", json_boolean(function->called));
        json_array_append_new(array, object);
    }
    return array;
}

/* Properties that were asked for and that the engine did not look at. */
static json_t *not_judged(const Job *job)
{
    json_t *list = json_array();
    if (job->input == INPUT_PROGRAM && report_unjudged(job))
        json_array_append_new(list, json_string(property_name(PROPERTY_HANG)));
    if (job->verdict == VERDICT_SAFE && job->unfollowed)
        json_array_append_new(list, json_string(error_info[ERR_STACK].key));
    return list;
}

void report_json(const Job *job, FILE *out)
{
    Arena arena = {0};
    json_t *root = json_object();
    const Bug *first = job->bugs.len ? &job->bugs.at[0] : NULL;
    json_object_set_new(root, "file", report_json_text(report_file_name(job, (Pos){0})));
    json_object_set_new(root, "verdict", json_string(report_verdict_name(job->verdict)));
    json_object_set_new(root, "engine", report_json_text(job->engine));
    json_object_set_new(root, "why", report_json_text(job->why));
    json_object_set_new(root, "config", report_json_text(job->config));
    set_bug(root, job, first);
    json_object_set_new(root, "reason", report_json_text(report_reason(job, &arena)));
    json_object_set_new(root, "covered", report_json_text(job->covered));
    json_object_set_new(root, "next", report_next_json(job));
    json_object_set_new(root, "notes", report_notes_json(job));
    if (job->options->coverage)
        json_object_set_new(root, "coverage", report_coverage_json(job));
    json_object_set_new(root, "missing", missing(job));
    json_object_set_new(root, "not_judged", not_judged(job));
    json_object_set_new(root, "memory_model", report_json_text(report_memory_model(job)));
    json_object_set_new(root, "memory_model_matters",
                        report_memory_model(job) ? json_boolean(report_memory_matters(job))
                                                 : json_null());
    json_object_set_new(root, "races_allowed",
                        report_memory_model(job) ? json_boolean(report_allows_races(job))
                                                 : json_null());
    json_object_set_new(root, "repair", report_json_text(job->repair));
    if (job->options->suggest_orders)
        json_object_set_new(root, "orders", report_orders_json(job));
    json_object_set_new(root, "volatile",
                        report_json_text(!report_memory_model(job)    ? NULL
                                         : job->program->has_volatile ? "relaxed"
                                                                      : job->options->volatile_));
    json_object_set_new(root, "states", json_integer((json_int_t)job->stats.states));
    json_object_set_new(root, "transitions", json_integer((json_int_t)job->stats.transitions));
    json_object_set_new(root, "visible_states",
                        job->bound.has_visible ? json_integer((json_int_t)job->bound.visible_states)
                                               : json_null());
    json_object_set_new(root, "seconds", json_real(job->seconds));
    json_object_set_new(root, "peak_kb", json_integer((json_int_t)memory_peak_kb()));
    json_object_set_new(root, "errors", json_integer((json_int_t)job->errors));
    if (job->options->all_errors)
        json_object_set_new(root, "bugs", all_bugs(job));
    if (job->input == INPUT_PROGRAM && job->method) {
        json_object_set_new(root, "method", json_string(job->method));
        json_object_set_new(root, "cut", job->cut ? json_integer(job->cut) : json_null());
    }
    if (job->predicates.len)
        json_object_set_new(root, "predicates", predicates(job));
    if (job->predicates.len && job->predicates_note)
        json_object_set_new(root, "predicates_note", json_string(job->predicates_note));
    if (job->input == INPUT_NET)
        report_net_json(job, root);
    json_object_set_new(root, "stats", stats(job));
    json_dumpf(root, out, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    fputc('\n', out);
    json_decref(root);
    arena_free(&arena);
}
