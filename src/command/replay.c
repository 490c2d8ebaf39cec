/* replay.c -- the command that runs a saved trace again. */
#include <string.h>

#include "check/replay.h"
#include "command/session.h"
#include "command/sliced.h"
#include "ir/serial.h"
#include "report/sha256.h"

/* Why a trace may not fit: it is of other files, or these have changed.  "": not known. */
static const char *explain_misfit(Session *s, const SavedTrace *saved)
{
    for (size_t i = 0; i < s->operands.len && i < s->sources.files.len; i++) {
        const Source *source = &s->sources.files.at[i];
        const SavedFile *found = NULL;
        char hash[SHA256_TEXT];
        sha256_text(source->text, source->len, hash);
        vec_each (SavedFile, file, &saved->files)
            if (strcmp(file->name, source->name) == 0)
                found = file;
        if (found && *found->hash && strcmp(found->hash, hash) != 0)
            return arena_print(&s->diag.arena, " (%s has changed since the trace was saved)",
                               source->name);
        if (!found && saved->files.len)
            return arena_print(&s->diag.arena, " (the trace is of %s)", saved->files.at[0].name);
    }
    return "";
}

static int replay_saved(Session *s, SavedTrace *saved, const char *trace)
{
    s->options.cooperative = saved->cooperative;
    s->options.unchecked = saved->unchecked;
    s->options.zing_counting = saved->zing_counting;
    s->options.define = saved->define;
    s->options.set = saved->set;
    if (*saved->property)
        s->options.property = saved->property;
    if (*saved->memory_model && strcmp(s->options.memory_model, "auto") != 0 &&
        strcmp(s->options.memory_model, saved->memory_model) != 0)
        return session_complain(s, "%s is a run in the memory model %s, and not %s", trace,
                                saved->memory_model, s->options.memory_model);
    if (*saved->memory_model)
        s->options.memory_model = saved->memory_model;
    s->options.allow_races = saved->allow_races;
    s->options.daemon = saved->daemon;
    s->options.ltl = saved->ltl;
    s->options.condition = saved->condition;
    if (*saved->fairness)
        s->options.fairness = saved->fairness;
    if (saved->stack_limit > 0)
        s->options.stack_limit = saved->stack_limit;
    if (saved->history > 0 && saved->history <= UINT16_MAX)
        s->options.history = saved->history;
    int status = session_load_input(s);
    if (!status)
        status = session_begin_job(s, "replay", session_asks_races(s));
    if (!status)
        status = session_choose_memory(s, NULL);
    if (status)
        return status;
    if (s->options.native && !s->front->is_c)
        return session_complain(s, "--native is for C programs, and %s is not one",
                                s->operands.at[0]);
    if (s->options.native && saved->bug.round > saved->bug.steps.len)
        return session_complain(
            s, "replay --native: this run stays in its last state for ever, which nothing in the "
               "real program shows; replay without --native does");
    if (s->options.native && saved->bug.error == ERR_STACK)
        return session_complain(
            s, "replay --native: a stack overflow is not forced on the real program: its "
               "stack has another size");
    if (s->options.native && saved->bug.memory != MEMORY_SC)
        return session_complain(s,
                                "--native forces an interleaving on the real program, and cannot "
                                "force what this run reads from memory (memory model %s)",
                                memory_text[saved->bug.memory]);
    if (s->program && saved->bug.error == ERR_PERFORMS && !program_is_serial(s->program))
        ir_serialize(s->program);
    vec_push(&s->job.bugs, saved->bug);
    saved->bug = (Bug){0};
    char why[256];
    sliced_mark(s->program, &s->job);
    if (!session_replay(&s->job, &s->job.bugs.at[0], why, sizeof why))
        return session_complain(s, "%s does not fit this program: %s%s", trace, why,
                                explain_misfit(s, saved));
    s->job.verdict = VERDICT_BUG;
    s->job.seconds = budget_elapsed(&s->job.budget);
    return s->options.native ? session_replay_natively(s) : session_report(s);
}

int session_run_replay(Session *s)
{
    if (s->operands.len < 2)
        return session_complain(s, "replay needs a FILE and a TRACE");
    if (*s->options.output && !s->options.native)
        return session_complain(s, "-o is for replay --native");
    const char *trace = vec_pop(&s->operands);
    SavedTrace saved = {0};
    char why[256];
    int status = check_load_trace(trace, &saved, why, sizeof why)
                     ? replay_saved(s, &saved, trace)
                     : session_complain(s, "cannot use the trace %s: %s", trace, why);
    job_free(&s->job); /* its texts are partly in the trace */
    check_free_trace(&saved);
    return status;
}
