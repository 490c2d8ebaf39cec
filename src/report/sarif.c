/* sarif.c -- --sarif=FILE: the Static Analysis Results Interchange Format 2.1.0, for code scanning.
 *
 * A bug is a result; the run that leads to it is a code flow with a thread flow for each thread, in
 * which executionOrder tells how they interleave.  A check that prove could not make is a result
 * with the path through the method. */
#include "base/version.h"
#include "report/json.h"
#include "report/story.h"

typedef struct Sarif {
    const Job *job;
    json_t *rules, *results;
    Matters matters;
    Arena arena;
} Sarif;

/* A path as a reference: relative where it was, bytes that are special there escaped. */
static json_t *uri(Sarif *s, const char *name)
{
    char *text = arena_alloc(&s->arena, 3 * strlen(name) + sizeof "file://"), *end = text;
    if (*name == '/')
        end = stpcpy(end, "file://");
    while (name[0] == '.' && name[1] == '/')
        name += 2;
    for (; *name; name++)
        if (strchr("/-._~", *name) || (*name >= '0' && *name <= '9') ||
            (*name >= 'A' && *name <= 'Z') || (*name >= 'a' && *name <= 'z'))
            *end++ = *name;
        else
            end += sprintf(end, "%%%02X", (unsigned char)*name);
    *end = 0;
    return json_string(text);
}

static json_t *message(const char *text)
{
    json_t *object = json_object();
    json_object_set_new(object, "text", report_json_text(text));
    return object;
}

static json_t *location(Sarif *s, Pos pos, const char *proc, const char *text)
{
    json_t *object = json_object(), *physical = json_object(), *artifact = json_object();
    json_object_set_new(artifact, "uri", uri(s, report_file_name(s->job, pos)));
    json_object_set_new(physical, "artifactLocation", artifact);
    if (pos.line) {
        json_t *region = json_object();
        json_object_set_new(region, "startLine", json_integer(pos.line));
        json_object_set_new(region, "startColumn", json_integer(pos.column ? pos.column : 1));
        json_object_set_new(physical, "region", region);
    }
    json_object_set_new(object, "physicalLocation", physical);
    if (proc && *proc) {
        json_t *logical = json_object(), *array = json_array();
        json_object_set_new(logical, "name", report_json_text(proc));
        json_object_set_new(logical, "kind", json_string("function"));
        json_array_append_new(array, logical);
        json_object_set_new(object, "logicalLocations", array);
    }
    if (text)
        json_object_set_new(object, "message", message(text));
    return object;
}

static json_t *one(json_t *item)
{
    json_t *array = json_array();
    json_array_append_new(array, item);
    return array;
}

/* The number of the rule; it is added if it is new. */
static size_t rule_index(Sarif *s, const char *id, const char *sentence)
{
    size_t k = 0;
    for (; k < json_array_size(s->rules); k++)
        if (strcmp(json_string_value(json_object_get(json_array_get(s->rules, k), "id")), id) == 0)
            return k;
    json_t *rule = json_object(), *configuration = json_object();
    json_object_set_new(rule, "id", json_string(id));
    json_object_set_new(rule, "shortDescription", message(sentence));
    json_object_set_new(configuration, "level", json_string("error"));
    json_object_set_new(rule, "defaultConfiguration", configuration);
    json_array_append_new(s->rules, rule);
    return k;
}

static json_t *add_result(Sarif *s, const char *id, const char *sentence, const char *text,
                          json_t *place)
{
    json_t *result = json_object();
    json_object_set_new(result, "ruleId", json_string(id));
    json_object_set_new(result, "ruleIndex", json_integer((json_int_t)rule_index(s, id, sentence)));
    json_object_set_new(result, "level", json_string("error"));
    json_object_set_new(result, "message", message(text));
    json_object_set_new(result, "locations", one(place));
    json_array_append_new(s->results, result);
    return result;
}

/* ---- the run ---- */

static json_t *state(const TraceStep *step)
{
    json_t *object = json_object();
    vec_each (TraceValue, value, &step->values) {
        json_t *name = report_json_text(value->name);
        json_object_set_new(object, json_string_value(name), message(value->value));
        json_decref(name);
    }
    return object;
}

static json_t *flow_location(Sarif *s, const Bug *bug, size_t k)
{
    const TraceStep *step = &bug->steps.at[k];
    const char *text = report_statement(s->job->sources, step->pos, &s->arena);
    vec_each (const char *, said, &step->texts)
        text = arena_print(&s->arena, "%s %s", text, *said);
    vec_each (TraceValue, value, &step->values)
        text = arena_print(&s->arena, "%s [%s = %s]", text, value->name, value->value);
    json_t *object = json_object();
    json_object_set_new(object, "location", location(s, step->pos, step->proc, text));
    json_object_set_new(object, "executionOrder", json_integer((json_int_t)k + 1));
    json_object_set_new(object, "importance",
                        json_string(k + 1 == bug->steps.len ? "essential"
                                    : s->matters.at[k]      ? "important"
                                                            : "unimportant"));
    if (step->values.len)
        json_object_set_new(object, "state", state(step));
    return object;
}

static bool is_first_of_thread(const Bug *bug, size_t k)
{
    for (size_t i = 0; i < k; i++)
        if (strcmp(bug->steps.at[i].thread, bug->steps.at[k].thread) == 0)
            return false;
    return true;
}

static json_t *thread_flow(Sarif *s, const Bug *bug, const TraceStep *first)
{
    json_t *flow = json_object(), *locations = json_array();
    for (size_t k = (size_t)(first - bug->steps.at); k < bug->steps.len; k++)
        if (strcmp(bug->steps.at[k].thread, first->thread) == 0)
            json_array_append_new(locations, flow_location(s, bug, k));
    json_object_set_new(flow, "id", report_json_text(first->thread));
    json_object_set_new(
        flow, "message",
        message(arena_print(&s->arena, "thread %s: %s", first->thread, first->entry)));
    json_object_set_new(flow, "locations", locations);
    return flow;
}

static json_t *code_flow(Sarif *s, const Bug *bug)
{
    json_t *flow = json_object(), *threads = json_array();
    for (size_t k = 0; k < bug->steps.len; k++)
        if (is_first_of_thread(bug, k))
            json_array_append_new(threads, thread_flow(s, bug, &bug->steps.at[k]));
    json_object_set_new(flow, "threadFlows", threads);
    return flow;
}

static void add_bug(Sarif *s, const Bug *bug)
{
    const ErrorInfo *info = &error_info[bug->error];
    const char *why = report_explain(s->job, bug, &s->arena);
    const char *text =
        arena_print(&s->arena, "%s%s%s", bug->message, why ? ". " : "", why ? why : "");
    json_t *result =
        add_result(s, info->key, info->sentence, text, location(s, bug->where, bug->proc, NULL));
    json_t *related = json_array();
    s->matters.len = 0;
    report_find_matters(s->job, bug, &s->matters);
    if (bug->steps.len && s->job->input != INPUT_NET)
        json_object_set_new(result, "codeFlows", one(code_flow(s, bug)));
    vec_each (TraceWaiter, waiter, &bug->waiters)
        json_array_append_new(
            related,
            location(s, waiter->pos, waiter->proc,
                     arena_print(&s->arena, "thread %s: %s", waiter->thread,
                                 report_statement(s->job->sources, waiter->pos, &s->arena))));
    json_object_set_new(result, "relatedLocations", related);
}

/* ---- prove ---- */

static void add_check(Sarif *s, const MethodCheck *check)
{
    json_t *steps = json_array();
    json_t *result = add_result(
        s, check->check, "a method does not keep to its specification",
        arena_print(&s->arena, "%s: %s", check->proc, check->message ? check->message : ""),
        location(s, check->where, check->proc, NULL));
    if (check->result == PROOF_UNKNOWN)
        json_object_set_new(result, "level", json_string("warning"));
    vec_each (ProofLine, line, &check->path) {
        if (!line->pos.line)
            continue;
        json_t *step = json_object();
        const char *text = report_statement(s->job->sources, line->pos, &s->arena);
        json_object_set_new(
            step, "location",
            location(s, line->pos, check->proc, arena_print(&s->arena, "%s %s", text, line->text)));
        json_array_append_new(steps, step);
    }
    if (json_array_size(steps)) {
        json_t *flow = json_object(), *thread = json_object();
        json_object_set(thread, "locations", steps);
        json_object_set_new(flow, "threadFlows", one(thread));
        json_object_set_new(result, "codeFlows", one(flow));
    }
    json_decref(steps);
}

/* ---- the log ---- */

static json_t *notification(Sarif *s, const char *level, const char *text, Pos where,
                            const char *proc)
{
    json_t *note = json_object();
    json_object_set_new(note, "level", json_string(level));
    json_object_set_new(note, "message", message(text));
    if (where.line)
        json_object_set_new(note, "locations", one(location(s, where, proc, NULL)));
    return note;
}

/* What the answer would need: functions that have no body. */
static void add_missing(Sarif *s, json_t *notes)
{
    vec_each (Missing, function, &s->job->program->missing)
        json_array_append_new(
            notes, notification(s, "note",
                                arena_print(&s->arena, "%s of `%s`, which has no body and no model",
                                            function->called ? "call" : "address", function->name),
                                function->where, NULL));
}

/* What the answer may have missed, and what to do next. */
static void add_notes(Sarif *s, json_t *notes)
{
    vec_each (Reason, note, &s->job->notes)
        json_array_append_new(notes, notification(s, "note", note->text, note->where, note->proc));
    vec_each (Suggestion, next, &s->job->next)
        json_array_append_new(
            notes,
            notification(s, "note",
                         arena_print(&s->arena, "what now? %s (%s%s%s)", next->command, next->what,
                                     next->gave ? "; tried: " : "", next->gave ? next->gave : ""),
                         (Pos){0}, NULL));
}

static json_t *invocation(Sarif *s)
{
    json_t *object = json_object(), *notes = json_array();
    json_object_set_new(object, "executionSuccessful", json_true());
    if (s->job->verdict == VERDICT_UNKNOWN || s->job->verdict == VERDICT_BOUNDED) {
        const char *text =
            arena_print(&s->arena, "%s: %s", report_verdict_name(s->job->verdict),
                        s->job->reason ? report_reason(s->job, &s->arena) : "no answer");
        json_array_append_new(notes,
                              notification(s, "warning", text, s->job->where, s->job->where_proc));
        if (s->job->program)
            add_missing(s, notes);
    }
    add_notes(s, notes);
    if (json_array_size(notes))
        json_object_set(object, "toolExecutionNotifications", notes);
    json_decref(notes);
    return object;
}

static json_t *log_object(Sarif *s)
{
    json_t *root = json_object(), *run = json_object(), *tool = json_object();
    json_t *driver = json_object();
    json_object_set_new(driver, "name", json_string("heddle"));
    json_object_set_new(driver, "version", json_string(HEDDLE_VERSION));
    json_object_set_new(driver, "rules", s->rules);
    json_object_set_new(tool, "driver", driver);
    json_object_set_new(run, "tool", tool);
    json_object_set_new(run, "columnKind", json_string("utf16CodeUnits"));
    json_object_set_new(run, "invocations", one(invocation(s)));
    json_object_set_new(run, "results", s->results);
    if (report_memory_model(s->job)) {
        json_t *properties = json_object();
        json_object_set_new(properties, "memoryModel", json_string(report_memory_model(s->job)));
        json_object_set_new(properties, "racesAllowed", json_boolean(report_allows_races(s->job)));
        json_object_set_new(run, "properties", properties);
    }
    json_object_set_new(root, "$schema",
                        json_string("https://json.schemastore.org/sarif-2.1.0.json"));
    json_object_set_new(root, "version", json_string("2.1.0"));
    json_object_set_new(root, "runs", one(run));
    return root;
}

bool report_sarif(const Job *job, const char *path)
{
    Sarif s = {.job = job, .rules = json_array(), .results = json_array()};
    if (job->verdict == VERDICT_BUG)
        vec_each (Bug, bug, &job->bugs)
            add_bug(&s, bug);
    vec_each (MethodCheck, check, &job->checks)
        if (check->result != PROOF_PROVED)
            add_check(&s, check);
    json_t *root = log_object(&s);
    bool ok = report_write_json(root, path);
    json_decref(root);
    vec_free(&s.matters);
    arena_free(&s.arena);
    return ok;
}
