/* text.c -- the report for people.
 *
 *   account.zing: bug: assertion failed          the verdict, one line
 *     at account.zing:23:9 in Main.Run: ...      where
 *   ...                                          the run, see table.c
 *   12 actions in 3 contexts ...                 what was covered */
#include "report/coverage.h"
#include "report/orders.h"
#include "report/report.h"

#include "report/net.h"
#include "report/story.h"
#include "report/table.h"

const char *report_verdict_name(VerdictKind verdict)
{
    switch (verdict) {
    case VERDICT_UNKNOWN:
        return "unknown";
    case VERDICT_BUG:
        return "bug";
    case VERDICT_SAFE:
        return "safe";
    case VERDICT_BOUNDED:
        return "bounded";
    }
    return "unknown";
}

static const char *verdict_color(VerdictKind verdict)
{
    switch (verdict) {
    case VERDICT_BUG:
        return "\033[1;31m";
    case VERDICT_SAFE:
        return "\033[1;32m";
    case VERDICT_UNKNOWN:
    case VERDICT_BOUNDED:
        return "\033[1;33m";
    }
    return "";
}

const char *report_memory_model(const Job *job)
{
    if (!job->program || !(job->program->is_c || program_is_raw(job->program)))
        return NULL;
    return memory_text[job->memory];
}

bool report_memory_matters(const Job *job)
{
    return job->program &&
           (job->program->assumes_sc || program_is_weak(job->program) || report_allows_races(job));
}

bool report_allows_races(const Job *job)
{
    return report_memory_model(job) && job->options->allow_races;
}

const char *report_memory_remark(const Job *job, Arena *arena)
{
    bool races = report_allows_races(job);
    if (job->memory == MEMORY_SC && !(job->program && job->program->assumes_sc))
        return races ? " (races allowed)" : "";
    bool run = job->verdict == VERDICT_BUG && job->bugs.len && report_memory_matters(job);
    bool simple = run && job->memory != MEMORY_SC && job->bugs.at[0].memory == MEMORY_SC;
    return arena_print(arena, " (memory model %s%s%s)", memory_text[job->memory],
                       races ? ", races allowed" : "",
                       simple ? ", in a sequentially consistent run" : "");
}

const char *report_verdict_remark(const Job *job, Arena *arena)
{
    const char *remark = report_memory_remark(job, arena), *model = report_memory_model(job);
    if (!*remark && model)
        remark = arena_print(arena, " (memory model %s)", model);
    bool changed = *job->options->set && !job->options->trial;
    return changed
               ? arena_print(arena, "%s (of the program with --set=%s)", remark, job->options->set)
               : remark;
}

uint32_t report_unjudged(const Job *job)
{
    return job->verdict == VERDICT_BUG ? 0 : job->properties & PROPERTY_HANG & ~job->judged;
}

/* `assertion, deadlock, ...`: what the verdict speaks about. */
const char *report_property_list(const Job *job, Arena *arena)
{
    const char *list = "";
    uint32_t open = job->verdict == VERDICT_UNKNOWN ? PROPERTY_LIVE & ~job->judged : 0;
    for (uint32_t bit = 1; bit <= PROPERTY_LINEAR; bit <<= 1)
        if (job->properties & bit & ~report_unjudged(job) & ~open)
            list =
                arena_print(arena, "%s%s%s", list, *list ? ", " : "", property_name((Property)bit));
    return list;
}

static void print_verdict(const Job *job, bool color, FILE *out, Arena *arena)
{
    const char *name = report_verdict_name(job->verdict);
    fprintf(out, "%s: %s%s%s", report_file_name(job, (Pos){0}),
            color ? verdict_color(job->verdict) : "", name, color ? "\033[0m" : "");
    if (job->verdict == VERDICT_BUG && job->bugs.len)
        fprintf(out, ": %s", job->bugs.at[0].message);
    else if (job->verdict == VERDICT_BOUNDED && job->options->trial && job->covered)
        fprintf(out, ": %s", job->covered);
    else if (job->verdict != VERDICT_SAFE && job->reason)
        fprintf(out, ": %s", report_reason(job, arena));
    else if (job->program && job->program->assumes_sc)
        fputs(" in sequentially consistent runs", out);
    if (job->verdict == VERDICT_SAFE && job->input == INPUT_PROGRAM && report_unjudged(job))
        fputs("; hang not judged", out);
    if (job->verdict == VERDICT_SAFE && job->unfollowed)
        fputs("; recursion not followed to its end", out);
    fprintf(out, "%s\n", report_verdict_remark(job, arena));
}

/* The statement; one that is longer than two lines is cut off. */
static const char *statement_text(const Job *job, Pos pos, Arena *arena)
{
    enum { MOST = 200 };
    const char *text = report_statement(job->sources, pos, arena);
    size_t len = strlen(text) <= MOST ? strlen(text) : MOST;
    while (text[len] && len && ((unsigned char)text[len] & 0xc0) == 0x80)
        len--; /* not within a character */
    return text[len] ? arena_print(arena, "%.*s ...", (int)len, text) : text;
}

static void print_waiters(const Job *job, const Bug *bug, FILE *out, Arena *arena)
{
    if (!bug->waiters.len)
        return;
    fputs(bug->error == ERR_RACE         ? "\n  at the same time:\n"
          : bug->error == ERR_NOT_ATOMIC ? "\n  not in one transaction:\n"
          : bug->error == ERR_HANG       ? "\n  stuck for good:\n"
                                         : "\n  waiting at the end:\n",
          out);
    bool several = report_several_files(bug);
    vec_each (TraceWaiter, waiter, &bug->waiters) {
        fprintf(out, "    thread %s (%s) at line %u%s%s: %s\n", waiter->thread, waiter->entry,
                waiter->pos.line, several ? " of " : "",
                several ? report_short_name(job, waiter->pos) : "",
                statement_text(job, waiter->pos, arena));
        if (waiter->helpless)
            fprintf(out, "      %s\n", waiter->helpless);
    }
}

/* Broken at blanks, within 100 columns. */
static void print_sentence(const char *text, FILE *out)
{
    enum { WIDTH = 98 };
    while (strlen(text) > WIDTH) {
        size_t len = WIDTH;
        while (len && text[len] != ' ')
            len--;
        if (!len)
            break;
        fprintf(out, "  %.*s\n", (int)len, text);
        text += len + 1;
    }
    fprintf(out, "  %s\n", text);
}

static void print_length(const Job *job, const Bug *bug, FILE *out)
{
    Matters matters = {0};
    uint32_t contexts = bug->steps.len ? vec_last(&bug->steps).context : 0;
    size_t shown = 0;
    fprintf(out, "  after %zu action%s in %u context%s", bug->steps.len,
            bug->steps.len == 1 ? "" : "s", contexts, contexts == 1 ? "" : "s");
    report_find_matters(job, bug, &matters);
    vec_each (bool, matter, &matters)
        shown += *matter;
    if (strcmp(job->options->trace_level, "full") != 0 && shown < bug->steps.len)
        fprintf(out, "; here are the %zu that matter (--trace-level=full: all)", shown);
    fputc('\n', out);
    vec_free(&matters);
    if (bug->round == bug->steps.len && bug->round)
        fprintf(out, "  action %zu repeats for ever; the run is fair (--fairness=%s)\n",
                bug->steps.len, job->options->fairness);
    else if (bug->round && bug->round < bug->steps.len)
        fprintf(out, "  actions %u to %zu repeat for ever; the run is fair (--fairness=%s)\n",
                bug->round, bug->steps.len, job->options->fairness);
    else if (bug->round)
        fputs("  and nothing happens after that\n", out);
}

static void print_bug(const Job *job, const Bug *bug, bool color, FILE *out, Arena *arena)
{
    if (job->input == INPUT_NET) {
        report_net_bug(job, bug, out);
        return;
    }
    if (bug->where.line) {
        const char *statement = statement_text(job, bug->where, arena);
        fprintf(out, "  at %s:%u:%u in %s%s%s\n", report_file_name(job, bug->where),
                bug->where.line, bug->where.column, bug->proc, *statement ? ": " : "", statement);
    } else
        fprintf(out, "  in %s\n", bug->proc ? bug->proc : "the initialisation");
    report_calls(bug, out);
    if (bug->calls.len)
        fputc('\n', out);
    print_length(job, bug, out);
    if (bug->steps.len) {
        fputc('\n', out);
        report_table(job, bug, color, out);
    }
    print_waiters(job, bug, out, arena);
    const char *why = report_explain(job, bug, arena);
    if (why) {
        fputc('\n', out);
        print_sentence(why, out);
    }
    if (job->repair) {
        fputc('\n', out);
        print_sentence(job->repair, out);
    }
}

static void print_bugs(const Job *job, bool color, FILE *out, Arena *arena)
{
    for (size_t i = 0; i < job->bugs.len; i++) {
        const Bug *bug = &job->bugs.at[i];
        if (job->bugs.len > 1)
            fprintf(out, "\nerror %zu of %zu: %s\n", i + 1, job->bugs.len, bug->message);
        print_bug(job, bug, color, out, arena);
    }
    if (job->options->all_errors)
        fprintf(out, "\n%zu error%s, reached by %llu transitions\n", job->bugs.len,
                job->bugs.len == 1 ? "" : "s", (unsigned long long)job->errors);
    if (job->options->all_errors && job->reason)
        fprintf(out, "there may be more: %s\n", report_reason(job, arena));
}

/* `forward at c = 2` */
static const char *method_text(const Job *job, Arena *arena)
{
    if (!job->cut)
        return job->method;
    return arena_print(arena, "%s at c = %u", job->method, job->cut);
}

static void print_covered(const Job *job, FILE *out, Arena *arena)
{
    if (job->input == INPUT_NET) {
        report_net_answer(job, out);
        return;
    }
    if (job->bound.counts && job->verdict == VERDICT_BOUNDED)
        fprintf(out, "  no run of at most %u context%s breaks any of: %s\n", job->bound.contexts,
                job->bound.contexts == 1 ? "" : "s", report_property_list(job, arena));
    else if (job->bound.counts && job->verdict == VERDICT_SAFE)
        fprintf(out, "  no run breaks any of: %s\n  %s\n", report_property_list(job, arena),
                job->covered);
    else if (job->covered && job->program && job->verdict == VERDICT_BOUNDED)
        fprintf(out, "  %s; checked: %s\n", job->covered, report_property_list(job, arena));
    else if (job->covered)
        fprintf(out, "  %s\n", job->covered);
    else if (job->verdict == VERDICT_SAFE)
        fprintf(out, "  no run breaks any of: %s\n", report_property_list(job, arena));
    else if (job->verdict == VERDICT_UNKNOWN || job->verdict == VERDICT_BOUNDED)
        fprintf(out, "  nothing wrong so far; checked: %s\n", report_property_list(job, arena));
    if (job->properties & PROPERTY_LIVE && job->verdict == VERDICT_SAFE)
        fprintf(out, "  %s%s%sof fair runs (--fairness=%s)\n", *job->options->ltl ? "ltl: " : "",
                job->options->ltl,
                *job->options->ltl ? ", " : "livelock and termination: ", job->options->fairness);
    if (report_unjudged(job) && job->input == INPUT_PROGRAM && job->verdict != VERDICT_UNKNOWN)
        fputs("  nobody has looked whether a thread can be stuck for good (hang)\n", out);
    if (job->verdict == VERDICT_SAFE && report_memory_model(job) && !report_memory_matters(job) &&
        job->properties & PROPERTY_RACE)
        fputs("  memory model sc is exact: there is no memory order below seq_cst, and no data "
              "race\n",
              out);
    if (job->verdict != VERDICT_BUG && job->program && job->program->has_volatile)
        fputs("  accesses to volatile objects are taken as relaxed atomics; --volatile=plain makes "
              "them plain\n",
              out);
    fprintf(out, "%s  %llu states, %llu transitions, %.2f s, %s%s%s%s%s\n",
            job->verdict == VERDICT_BUG ? "\n" : "", (unsigned long long)job->stats.states,
            (unsigned long long)job->stats.transitions, job->seconds, job->engine,
            job->method ? ", " : "", job->method ? method_text(job, arena) : "",
            job->why ? ": " : "", job->why ? job->why : "");
    if (job->config)
        fprintf(out, "  with %s\n", job->config);
}

/* The line before counts for one engine. */
static void print_turns(const Job *job, FILE *out)
{
    if (job->turns && (job->verdict == VERDICT_UNKNOWN || job->verdict == VERDICT_BOUNDED))
        fprintf(out, "  all turns: %s\n", job->turns);
}

void report_text(const Job *job, bool color, FILE *out)
{
    Arena arena = {0};
    print_verdict(job, color, out, &arena);
    if (!job->options->quiet) {
        if (job->verdict == VERDICT_BUG)
            print_bugs(job, color, out, &arena);
        else if (job->verdict != VERDICT_SAFE)
            report_reason_statement(job, out, &arena);
        print_covered(job, out, &arena);
        print_turns(job, out);
        report_notes(job, out);
        report_orders(job, out);
        report_coverage(job, out);
        report_next(job, out);
    }
    arena_free(&arena);
}
