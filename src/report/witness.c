/* witness.c -- --witness=FILE: the run of a bug for the validators of SV-COMP.
 *
 * FILE.graphml: format 1.0, an automaton that is one path: an edge an action, with its line, the
 * number of its thread (threadId), and where threads begin (createThread, enterFunction).
 *
 * Any other name: YAML.  A segment an action that matters: an assumption where the thread is before
 * it; the last one is the target.  A run of one thread is format 2.0.  That has no threads, so the
 * run of several is format 2.2, which adds thread_id.
 *
 * An assumption is what an action that chose gave to variables with plain names: it holds when the
 * same thread goes on in the same function; elsewhere it is 1. */
#include <time.h>

#include "base/version.h"
#include "report/sha256.h"
#include "report/story.h"

typedef struct Witness {
    const Job *job;
    const Bug *bug;
    FILE *out;
    VEC(const char *) threads; /* in the order in which they first run: their numbers */
    Matters matters;
    const char *creation;
    char hash[SHA256_TEXT]; /* of the first file */
    Arena arena;
} Witness;

/* What the run breaks, in the words of the competition. */
static const char *specification(ErrorKind error)
{
    if (error == ERR_DOUBLE_FREE)
        return "CHECK( init(main()), LTL(G valid-free) )";
    if (error == ERR_OVERFLOW)
        return "CHECK( init(main()), LTL(G ! overflow) )";
    switch (error_info[error].property) {
    case PROPERTY_MEMORY:
        return "CHECK( init(main()), LTL(G valid-deref) )";
    case PROPERTY_RACE:
        return "CHECK( init(main()), LTL(G ! data-race) )";
    case PROPERTY_DEADLOCK:
    case PROPERTY_LOCK:
        return "CHECK( init(main()), LTL(G ! deadlock) )";
    case PROPERTY_NONE:
    case PROPERTY_ASSERT:
    case PROPERTY_ACCESS:
    case PROPERTY_UNDEFINED:
    case PROPERTY_HANG:
    case PROPERTY_LIVELOCK:
    case PROPERTY_LTL:
    case PROPERTY_LINEAR:
    case PROPERTY_LIVE:
        break;
    case PROPERTY_TERMINATION:
        return "CHECK( init(main()), LTL(F end) )";
    }
    return "CHECK( init(main()), LTL(G ! call(reach_error())) )";
}

static size_t thread_number(Witness *w, const char *thread)
{
    size_t k = 0;
    while (k < w->threads.len && strcmp(w->threads.at[k], thread) != 0)
        k++;
    if (k == w->threads.len)
        vec_push(&w->threads, thread);
    return k;
}

static bool is_name(const char *text)
{
    bool ok = *text && (*text < '0' || *text > '9');
    for (; *text; text++)
        ok &= *text == '_' || (*text >= '0' && *text <= '9') || (*text >= 'A' && *text <= 'Z') ||
              (*text >= 'a' && *text <= 'z');
    return ok;
}

static bool is_number(const char *text)
{
    text += *text == '-';
    return *text && !text[strspn(text, "0123456789")];
}

/* What is known before the action: what the last one of the thread chose; "1": nothing. */
static const char *assumption(Witness *w, size_t k)
{
    const TraceStep *steps = w->bug->steps.at;
    const char *text = "";
    size_t before = k;
    while (before-- > 0)
        if (strcmp(steps[before].thread, steps[k].thread) == 0)
            break;
    if (before == SIZE_MAX || !steps[before].choices.len ||
        strcmp(steps[before].proc, steps[k].proc) != 0)
        return "1";
    vec_each (TraceValue, value, &steps[before].values)
        if (is_name(value->name) && is_number(value->value))
            text = arena_print(&w->arena, "%s%s%s == %s", text, *text ? " && " : "", value->name,
                               value->value);
    return *text ? text : "1";
}

static bool is_ilp32(const Witness *w)
{
    return w->job->program->pointer_bytes == 4;
}

/* Is it the first action of its thread? */
static bool is_first(const Witness *w, size_t k)
{
    for (size_t i = 0; i < k; i++)
        if (strcmp(w->bug->steps.at[i].thread, w->bug->steps.at[k].thread) == 0)
            return false;
    return true;
}

/* ---- GraphML ---- */

static void put_xml(Witness *w, const char *text)
{
    for (; *text; text++)
        if (strchr("<>&", *text))
            fprintf(w->out, "&#%d;", *text);
        else
            fputc(*text, w->out);
}

static void put_data(Witness *w, const char *key, const char *value)
{
    fprintf(w->out, "   <data key=\"%s\">", key);
    put_xml(w, value);
    fputs("</data>\n", w->out);
}

static void put_number(Witness *w, const char *key, size_t value)
{
    fprintf(w->out, "   <data key=\"%s\">%zu</data>\n", key, value);
}

static void put_keys(Witness *w)
{
    static const char *const keys[][3] = {
        {"witness-type", "string", "graph"}, {"sourcecodelang", "string", "graph"},
        {"producer", "string", "graph"},     {"specification", "string", "graph"},
        {"programfile", "string", "graph"},  {"programhash", "string", "graph"},
        {"architecture", "string", "graph"}, {"creationtime", "string", "graph"},
        {"entry", "boolean", "node"},        {"violation", "boolean", "node"},
        {"startline", "int", "edge"},        {"endline", "int", "edge"},
        {"assumption", "string", "edge"},    {"assumption.scope", "string", "edge"},
        {"enterFunction", "string", "edge"}, {"threadId", "int", "edge"},
        {"createThread", "int", "edge"},
    };
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        fprintf(w->out, " <key id=\"%s\" attr.name=\"%s\" attr.type=\"%s\" for=\"%s\"/>\n",
                keys[k][0], keys[k][0], keys[k][1], keys[k][2]);
}

static void put_edge(Witness *w, size_t k)
{
    const TraceStep *step = &w->bug->steps.at[k];
    const char *assumed = assumption(w, k);
    fprintf(w->out, "  <edge source=\"n%zu\" target=\"n%zu\">\n", k, k + 1);
    if (step->pos.line) {
        put_number(w, "startline", step->pos.line);
        put_number(w, "endline", step->pos.line);
    }
    put_number(w, "threadId", thread_number(w, step->thread));
    if (is_first(w, k))
        put_data(w, "enterFunction", step->entry);
    vec_each (TraceDeed, deed, &step->deeds)
        if (deed->kind == DEED_FORK)
            put_number(w, "createThread", thread_number(w, deed->name));
    if (strcmp(assumed, "1") != 0) {
        put_data(w, "assumption", arena_print(&w->arena, "%s;", assumed));
        put_data(w, "assumption.scope", step->proc);
    }
    fputs("  </edge>\n", w->out);
}

static void put_graphml(Witness *w)
{
    size_t last = w->bug->steps.len;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
          "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" "
          "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n",
          w->out);
    if (*report_memory_remark(w->job, &w->arena))
        fprintf(w->out, " <!-- memory model %s%s -->\n", report_memory_model(w->job),
                report_allows_races(w->job) ? ", races allowed" : "");
    put_keys(w);
    fputs(" <graph edgedefault=\"directed\">\n", w->out);
    put_data(w, "witness-type", "violation_witness");
    put_data(w, "sourcecodelang", "C");
    put_data(w, "producer", "heddle " HEDDLE_VERSION);
    put_data(w, "specification", specification(w->bug->error));
    put_data(w, "programfile", report_file_name(w->job, (Pos){0}));
    put_data(w, "programhash", w->hash);
    put_data(w, "architecture", is_ilp32(w) ? "32bit" : "64bit");
    put_data(w, "creationtime", w->creation);
    for (size_t k = 0; k <= last; k++) {
        fprintf(w->out, "  <node id=\"n%zu\">\n", k);
        if (k == 0)
            put_data(w, "entry", "true");
        if (k == last)
            put_data(w, "violation", "true");
        fputs("  </node>\n", w->out);
    }
    for (size_t k = 0; k < last; k++)
        put_edge(w, k);
    fputs(" </graph>\n</graphml>\n", w->out);
}

/* ---- YAML ---- */

/* In double quotes. */
static void put_quoted(Witness *w, const char *text)
{
    fputc('"', w->out);
    for (; *text; text++)
        if (*text == '"' || *text == '\\')
            fprintf(w->out, "\\%c", *text);
        else if ((unsigned char)*text < ' ')
            fprintf(w->out, "\\x%02x", *text);
        else
            fputc(*text, w->out);
    fputc('"', w->out);
}

static void put_entry(Witness *w, const char *before, const char *text, const char *behind)
{
    fputs(before, w->out);
    put_quoted(w, text);
    fputs(behind, w->out);
}

/* The digits of the hash of the run, in the shape of a UUID. */
static const char *make_uuid(Witness *w)
{
    char h[SHA256_TEXT];
    const char *text = arena_print(&w->arena, "%s %s %zu", w->hash, w->creation, w->bug->steps.len);
    sha256_text(text, strlen(text), h);
    return arena_print(&w->arena, "%.8s-%.4s-4%.3s-a%.3s-%.12s", h, h + 8, h + 12, h + 15, h + 18);
}

static void put_metadata(Witness *w, bool several)
{
    if (*report_memory_remark(w->job, &w->arena))
        fprintf(w->out, "# memory model %s%s\n", report_memory_model(w->job),
                report_allows_races(w->job) ? ", races allowed" : "");
    fprintf(w->out, "- entry_type: violation_sequence\n  metadata:\n    format_version: \"%s\"\n",
            several ? "2.2" : "2.0");
    put_entry(w, "    uuid: ", make_uuid(w), "\n");
    put_entry(w, "    creation_time: ", w->creation, "\n");
    fputs("    producer:\n      name: \"heddle\"\n      version: \"" HEDDLE_VERSION "\"\n"
          "    task:\n      input_files:\n",
          w->out);
    put_entry(w, "        - ", report_file_name(w->job, (Pos){0}), "\n");
    put_entry(w, "      input_file_hashes:\n        ", report_file_name(w->job, (Pos){0}), ": ");
    put_entry(w, "", w->hash, "\n");
    put_entry(w, "      specification: ", specification(w->bug->error), "\n");
    fprintf(w->out, "      data_model: %s\n      language: C\n  content:\n",
            is_ilp32(w) ? "ILP32" : "LP64");
}

static void put_waypoint(Witness *w, const char *type, size_t thread, bool several, Pos pos,
                         const char *proc, const char *constraint)
{
    pos = report_statement_start(w->job->sources, pos);
    fprintf(w->out, "    - segment:\n        - waypoint:\n            type: %s\n", type);
    fputs("            action: follow\n", w->out);
    if (several)
        fprintf(w->out, "            thread_id: %zu\n", thread);
    if (constraint) {
        put_entry(w, "            constraint:\n              value: ", constraint, "\n");
        fputs("              format: c_expression\n", w->out);
    }
    put_entry(w, "            location:\n              file_name: ", report_file_name(w->job, pos),
              "\n");
    fprintf(w->out, "              line: %u\n              column: %u\n", pos.line, pos.column);
    put_entry(w, "              function: ", proc ? proc : "main", "\n");
}

static void put_yaml(Witness *w)
{
    size_t last = w->bug->steps.len, thread = 0;
    for (size_t k = 0; k < last; k++)
        thread_number(w, w->bug->steps.at[k].thread);
    bool several = w->threads.len > 1;
    put_metadata(w, several);
    report_find_matters(w->job, w->bug, &w->matters);
    for (size_t k = 0; k < last; k++) {
        const TraceStep *step = &w->bug->steps.at[k];
        thread = thread_number(w, step->thread);
        if (w->matters.at[k] && step->pos.line && k + 1 < last)
            put_waypoint(w, "assumption", thread, several, step->pos, step->proc, assumption(w, k));
    }
    put_waypoint(w, "target", thread, several, w->bug->where, w->bug->proc, NULL);
}

bool report_witness(const Job *job, const char *path)
{
    Witness w = {.job = job, .bug = &job->bugs.at[0], .out = fopen(path, "wb")};
    if (!w.out)
        return false;
    const Source *source = &job->sources->files.at[0];
    size_t len = strlen(path), tail = strlen(".graphml");
    char text[32];
    time_t now = time(NULL);
    struct tm parts;
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &parts));
    w.creation = text;
    sha256_text(source->text, source->len, w.hash);
    if (len > tail && strcmp(path + len - tail, ".graphml") == 0)
        put_graphml(&w);
    else
        put_yaml(&w);
    bool ok = !ferror(w.out);
    ok = fclose(w.out) == 0 && ok;
    vec_free(&w.threads);
    vec_free(&w.matters);
    arena_free(&w.arena);
    return ok;
}
