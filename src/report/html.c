/* html.c -- --html=FILE: one page without a network, see html/.
 *
 * The page is a style, a body that html/report.js fills in, and a JSON object with all there is to
 * show.  The object:
 *
 *   title, verdict, message, engine, reason, summary    texts
 *   checked                                             of safe: what no run does
 *   memory                                              the memory model, or nothing
 *   files      [{name, short, text}]
 *   rules      [{region, rule, annotation, reason}]     the locking discipline
 *   notes      [{message, file, line}]                  what the answer may have missed
 *   next       [{command, what, gave}]                  what to do, if it is bounded or unknown
 *   predicates [text, ...]                              of cegar, that it has found
 *   coverage   {lines, unreached, one_way, ...}         of --coverage, or null
 *   checks     [{procedure, check, result, message, inferred, line, path}]   of prove
 *   summaries  [{procedure, variables, rows}]           of summary
 *   bugs       [{message, why, where, round, threads, start, steps, arrows, waiting,
 *              calls}]
 *   threads    [{name, entry}]                          a lane each
 *   steps      [{thread, context, transaction, procedure, file, line, column, text, values, texts,
 *                deeds, scene, reads, visible}]; thread: number of a lane; column: of the statement
 *   reads      [[name, action, older]]                  in weak memory; action 0: the beginning
 *   visible    [[name, value, action, readers, waits]]  what may still be read, after the action
 *   start, scene  [[kind, object, name, file, line, [[name, value, target]]]]  what has changed */
#include "base/version.h"
#include "report/arrow.h"
#include "report/coverage.h"
#include "report/html.h"
#include "report/json.h"
#include "report/story.h"

#include <stdlib.h>

#define EMBED(name, file)                                                                          \
    __asm__(".section .rodata\n"                                                                   \
            "embed_html_" #name ": .incbin \"" file "\"\n"                                         \
            ".byte 0\n"                                                                            \
            ".previous\n");                                                                        \
    extern const char embed_html_##name[]

EMBED(style, "src/report/html/report.css");
EMBED(memory, "src/report/html/memory.js");
EMBED(plain, "src/report/html/plain.js");
EMBED(script, "src/report/html/report.js");
EMBED(body, "src/report/html/body.html");

static void set_text(json_t *object, const char *key, const char *text)
{
    json_object_set_new(object, key, report_json_text(text));
}

static void append_text(json_t *array, const char *text)
{
    json_array_append_new(array, report_json_text(text));
}

static const char *box_kind(BoxKind kind)
{
    switch (kind) {
    case BOX_GLOBAL:
        return "global";
    case BOX_HEAP:
        return "heap";
    case BOX_GONE:
        return "gone";
    case BOX_THREAD:
        return "thread";
    case BOX_FRAME:
        return "frame";
    }
    return "";
}

static json_t *scene(const TraceScene *boxes)
{
    json_t *array = json_array();
    vec_each (TraceBox, box, boxes) {
        json_t *item = json_array(), *cells = json_array();
        vec_each (TraceCell, cell, &box->cells) {
            json_t *triple = json_array();
            append_text(triple, cell->name);
            append_text(triple, cell->value);
            json_array_append_new(triple, json_integer(cell->target));
            json_array_append_new(cells, triple);
        }
        append_text(item, box_kind(box->kind));
        json_array_append_new(item, json_integer(box->object));
        append_text(item, box->name);
        json_array_append_new(item, json_integer(box->pos.file));
        json_array_append_new(item, json_integer(box->pos.line));
        json_array_append_new(item, cells);
        json_array_append_new(array, item);
    }
    return array;
}

typedef struct Lane {
    const char *thread, *entry;
} Lane;
typedef VEC(Lane) Lanes;

static int by_thread(const void *a, const void *b)
{
    return report_compare_threads(((const Lane *)a)->thread, ((const Lane *)b)->thread);
}

static size_t find_lane(const Lanes *lanes, const char *thread)
{
    size_t i = 0;
    while (i < lanes->len && strcmp(lanes->at[i].thread, thread) != 0)
        i++;
    return i;
}

static void add_lane(Lanes *lanes, const char *thread, const char *entry)
{
    if (find_lane(lanes, thread) == lanes->len)
        vec_push(lanes, ((Lane){thread, entry}));
}

static void find_lanes(const Bug *bug, Lanes *lanes)
{
    vec_each (TraceStep, step, &bug->steps)
        add_lane(lanes, step->thread, step->entry ? step->entry : "");
    vec_each (TraceWaiter, waiter, &bug->waiters)
        add_lane(lanes, waiter->thread, waiter->entry);
    if (lanes->len)
        qsort(lanes->at, lanes->len, sizeof *lanes->at, by_thread);
}

static json_t *deeds(const TraceStep *step)
{
    json_t *array = json_array();
    vec_each (TraceDeed, deed, &step->deeds) {
        json_t *pair = json_array();
        append_text(pair, report_deed_name(deed->kind));
        append_text(pair, deed->name);
        json_array_append_new(array, pair);
    }
    return array;
}

static json_t *values(const TraceValue *value, size_t len)
{
    json_t *array = json_array();
    for (size_t i = 0; i < len; i++) {
        json_t *pair = json_array();
        append_text(pair, value[i].name);
        append_text(pair, value[i].value);
        json_array_append_new(array, pair);
    }
    return array;
}

static json_t *all_reads(const TraceStep *step)
{
    json_t *array = json_array();
    vec_each (TraceRead, read, &step->reads) {
        json_t *pair = json_array();
        append_text(pair, read->name);
        json_array_append_new(pair, json_integer(read->from));
        json_array_append_new(pair, json_boolean(read->older));
        json_array_append_new(array, pair);
    }
    return array;
}

static json_t *all_visible(const TraceStep *step)
{
    json_t *array = json_array();
    vec_each (TraceVisible, value, &step->visible) {
        json_t *item = json_array();
        append_text(item, value->name);
        append_text(item, value->value);
        json_array_append_new(item, json_integer(value->from));
        append_text(item, value->readers);
        json_array_append_new(item, json_boolean(value->waits));
        json_array_append_new(array, item);
    }
    return array;
}

static json_t *step_object(const Job *job, const TraceStep *step, const Lanes *lanes)
{
    Arena arena = {0};
    json_t *object = json_object(), *texts = json_array();
    vec_each (const char *, text, &step->texts)
        append_text(texts, *text);
    json_object_set_new(object, "thread", json_integer((json_int_t)find_lane(lanes, step->thread)));
    json_object_set_new(object, "context", json_integer(step->context));
    json_object_set_new(object, "transaction", json_integer(step->transaction));
    set_text(object, "procedure", step->proc);
    json_object_set_new(object, "file", json_integer(step->pos.file));
    json_object_set_new(object, "line", json_integer(step->pos.line));
    json_object_set_new(object, "column",
                        json_integer(report_statement_start(job->sources, step->pos).column));
    set_text(object, "text",
             job->input == INPUT_NET ? step->proc
                                     : report_statement(job->sources, step->pos, &arena));
    json_object_set_new(object, "values", values(step->values.at, step->values.len));
    json_object_set_new(object, "texts", texts);
    json_object_set_new(object, "deeds", deeds(step));
    json_object_set_new(object, "scene", scene(&step->scene));
    json_object_set_new(object, "reads", all_reads(step));
    json_object_set_new(object, "visible", all_visible(step));
    arena_free(&arena);
    return object;
}

static json_t *arrow_objects(const Bug *bug)
{
    Arrows arrows = {0};
    json_t *array = json_array();
    report_arrows(bug, &arrows);
    vec_each (Arrow, arrow, &arrows) {
        json_t *object = json_object();
        json_object_set_new(object, "from", json_integer(arrow->from));
        json_object_set_new(object, "to", json_integer(arrow->to));
        set_text(object, "kind", report_deed_name(arrow->kind));
        set_text(object, "name", arrow->name);
        json_array_append_new(array, object);
    }
    vec_free(&arrows);
    return array;
}

static json_t *place(Pos pos)
{
    return json_pack("{s:i, s:i}", "file", (int)pos.file, "line", (int)pos.line);
}

/* The part of a run that repeats for ever. */
static const char *round_text(const Bug *bug, Arena *arena)
{
    if (bug->round > bug->steps.len)
        return "Nothing happens after that.";
    return arena_print(
        arena,
        "Actions %u to %zu repeat for ever: after the last one all is as it was before "
        "number %u. From there ↓ goes round again.",
        bug->round, bug->steps.len, bug->round);
}

static json_t *bug_object(const Job *job, const Bug *bug)
{
    Arena arena = {0};
    Lanes lanes = {0};
    json_t *object = json_object(), *threads = json_array(), *steps = json_array();
    json_t *waiting = json_array();
    find_lanes(bug, &lanes);
    vec_each (Lane, lane, &lanes) {
        json_t *thread = json_object();
        set_text(thread, "name", lane->thread);
        set_text(thread, "entry", lane->entry);
        json_array_append_new(threads, thread);
    }
    vec_each (TraceStep, step, &bug->steps)
        json_array_append_new(steps, step_object(job, step, &lanes));
    vec_each (TraceWaiter, waiter, &bug->waiters) {
        json_t *wait = place(waiter->pos);
        json_object_set_new(wait, "thread",
                            json_integer((json_int_t)find_lane(&lanes, waiter->thread)));
        set_text(wait, "text", report_statement(job->sources, waiter->pos, &arena));
        json_array_append_new(waiting, wait);
    }
    set_text(object, "message", bug->message);
    const char *why = report_explain(job, bug, &arena);
    if (bug->round)
        why =
            arena_print(&arena, "%s%s%s", round_text(bug, &arena), why ? " " : "", why ? why : "");
    set_text(object, "why",
             arena_print(&arena, "%s%s%s", why ? why : "", why && job->repair ? " " : "",
                         job->repair ? job->repair : ""));
    json_object_set_new(object, "where", place(bug->where));
    json_object_set_new(object, "round", json_integer(bug->round)); /* 0: none */
    json_object_set_new(object, "threads", threads);
    json_object_set_new(object, "start", scene(&bug->scene));
    json_object_set_new(object, "values", values(bug->start.at, bug->start.len));
    json_object_set_new(object, "steps", steps);
    json_object_set_new(object, "arrows", arrow_objects(bug));
    json_object_set_new(object, "waiting", waiting);
    json_object_set_new(object, "calls", report_calls_json(bug));
    vec_free(&lanes);
    arena_free(&arena);
    return object;
}

/* Does an action of a bug begin in this file? */
static bool is_shown(const Job *job, size_t file)
{
    vec_each (Bug, bug, &job->bugs)
        vec_each (TraceStep, step, &bug->steps)
            if (step->pos.file == file)
                return true;
    return false;
}

static json_t *all_files(const Job *job)
{
    json_t *array = json_array();
    for (size_t k = 0; k < job->sources->files.len; k++) {
        const Source *source = &job->sources->files.at[k];
        json_t *object = json_object();
        set_text(object, "name", source->name);
        set_text(object, "short", report_short_name(job, (Pos){.file = (uint16_t)k}));
        set_text(object, "text", is_shown(job, k) ? source->text : "");
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *all_rules(const Job *job)
{
    Arena arena = {0};
    json_t *array = json_array();
    vec_each (Discipline, d, &job->disciplines) {
        json_t *object = json_object();
        set_text(object, "region", report_region(d->region, &arena));
        set_text(object, "rule", d->rule);
        set_text(object, "annotation", d->annotation);
        set_text(object, "reason", d->reason);
        json_array_append_new(array, object);
    }
    arena_free(&arena);
    return array;
}

static json_t *page_object(const Job *job)
{
    Arena arena = {0};
    json_t *root = json_object(), *bugs = json_array();
    for (size_t k = 0; k < job->bugs.len && !job->wants_summaries; k++)
        json_array_append_new(bugs, bug_object(job, &job->bugs.at[k]));
    set_text(root, "title", report_file_name(job, (Pos){0}));
    set_text(root, "verdict", report_verdict_name(job->verdict));
    set_text(root, "reason", report_reason(job, &arena));
    set_text(root, "memory", report_verdict_remark(job, &arena));
    set_text(root, "covered", job->covered);
    set_text(
        root, "checked",
        job->verdict == VERDICT_SAFE && job->input == INPUT_PROGRAM && !job->checks.len &&
                !job->wants_summaries
            ? arena_print(&arena, "No run breaks any of: %s.", report_property_list(job, &arena))
            : "");
    set_text(root, "engine", job->engine);
    if (job->checks.len)
        set_text(root, "summary",
                 arena_print(&arena, "%zu checks, %llu questions, %.2f s, %s, heddle %s",
                             job->checks.len, (unsigned long long)job->stats.questions,
                             job->seconds, job->engine, HEDDLE_VERSION));
    else
        set_text(root, "summary",
                 arena_print(&arena, "%llu states, %llu transitions, %.2f s, %s, heddle %s",
                             (unsigned long long)job->stats.states,
                             (unsigned long long)job->stats.transitions, job->seconds, job->engine,
                             HEDDLE_VERSION));
    json_object_set_new(root, "files", all_files(job));
    json_object_set_new(root, "rules", all_rules(job));
    json_object_set_new(root, "notes", report_notes_json(job));
    json_object_set_new(root, "next", report_next_json(job));
    json_object_set_new(root, "coverage", report_coverage_json(job));
    json_t *predicates = json_array();
    vec_each (const char *, text, &job->predicates)
        append_text(predicates, *text);
    json_object_set_new(root, "predicates", predicates);
    json_object_set_new(root, "checks", report_html_checks(job));
    json_object_set_new(root, "summaries", report_html_summaries(job));
    json_object_set_new(root, "bugs", bugs);
    arena_free(&arena);
    return root;
}

/* Text in HTML: a name of a file in the title. */
static void put_escaped(const char *text, FILE *out)
{
    for (; *text; text++)
        if (strchr("<>&", *text))
            fprintf(out, "&#%d;", *text);
        else
            fputc(*text, out);
}

/* Nothing in the data can end the element that it stands in, or begin another one. */
static int put_json(const char *text, size_t len, void *out)
{
    for (size_t i = 0; i < len; i++)
        if (text[i] == '<')
            fputs("\\u003c", out);
        else
            fputc(text[i], out);
    return 0;
}

static void put_page(const Job *job, json_t *root, FILE *out)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
          "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n<title>",
          out);
    put_escaped(report_file_name(job, (Pos){0}), out);
    fprintf(out, ": %s</title>\n<style>\n%s</style>\n</head>\n<body>\n%s",
            report_verdict_name(job->verdict), embed_html_style, embed_html_body);
    fputs("<script type=\"application/json\" id=\"data\">\n", out);
    json_dump_callback(root, put_json, out, JSON_COMPACT);
    fprintf(out, "\n</script>\n<script>\n%s\n%s\n%s</script>\n</body>\n</html>\n",
            embed_html_memory, embed_html_plain, embed_html_script);
}

bool report_html(const Job *job, const char *path)
{
    FILE *out = fopen(path, "wb");
    if (!out)
        return false;
    json_t *root = page_object(job);
    put_page(job, root, out);
    json_decref(root);
    bool ok = !ferror(out);
    return fclose(out) == 0 && ok;
}
