/* show.c -- the commands that print what a program is: show and summary. */
#include <errno.h>
#include <string.h>

#include "command/session.h"
#include "engine/explore/explore.h"
#include "engine/summarize/summarize.h"
#include "report/report.h"

static bool has_procedure(const Session *s, const char *name)
{
    vec_each (Proc, proc, &s->program->procs)
        if (strcmp(proc->name, name) == 0)
            return true;
    return false;
}

/* Errors do not matter here either. */
int session_run_summary(Session *s)
{
    const char *proc = NULL;
    if (s->operands.len > 1 && !session_find_front(vec_last(&s->operands)))
        proc = vec_pop(&s->operands);
    s->options.all_errors = true;
    int status = session_load_program(s, "summary");
    if (!status)
        status = session_begin_job(s, engine_summarize.name, false);
    if (!status)
        status = session_choose_memory(s, "summary");
    if (status)
        return status;
    if (proc && !has_procedure(s, proc))
        return session_complain(s, "there is no procedure '%s' in %s", proc, s->operands.at[0]);
    s->job.wants_summaries = true;
    s->job.every_value = s->options.every_value;
    budget_catch_signals();
    engine_run(&engine_summarize, &s->job);
    s->job.seconds = budget_elapsed(&s->job.budget);
    if (s->options.json)
        report_summaries_json(&s->job, proc, stdout);
    else
        report_summaries(&s->job, proc, stdout);
    if (*s->options.html && !report_html(&s->job, s->options.html))
        return session_complain(s, "cannot write %s: %s", s->options.html, strerror(errno));
    return s->job.verdict == VERDICT_UNKNOWN ? EXIT_OPEN : EXIT_SAFE;
}

/* All states, so also those behind an error. */
static int show_states(Session *s)
{
    s->options.all_errors = true;
    int status = session_load_program(s, "show --states");
    if (!status)
        status = session_begin_job(s, engine_explore.name, false);
    if (!status)
        status = session_choose_memory(s, NULL);
    if (status)
        return status;
    budget_catch_signals();
    engine_run(&engine_explore, &s->job);
    if (s->job.graph.too_large)
        return session_complain(s, "%s has %llu states: too many for a picture", s->operands.at[0],
                                (unsigned long long)s->job.stats.states);
    if (!s->job.graph.nodes.len)
        return session_complain(s, "the states of %s are not known: %s", s->operands.at[0],
                                s->job.reason ? job_placed_reason(&s->job, &s->job.arena)
                                              : "there are none");
    if (!report_states(&s->job, strcmp(s->options.states, "svg") == 0))
        fputs("heddle: there is no dot to draw it: this is what Graphviz would draw\n", stderr);
    return 0;
}

int session_run_show(Session *s)
{
    if (*s->options.states)
        return show_states(s);
    s->showing = s->library = true;
    bool program = s->options.dot || s->options.boolean;
    s->library &= !s->options.boolean;
    int status = program ? session_load_program(s, s->options.dot ? "show --dot" : "show --boolean")
                         : session_load_input(s);
    if (status || s->options.boolean)
        return status ? status : session_show_boolean(s);
    if (s->net)
        net_print(s->net, stdout);
    else if (s->model)
        cpds_print(s->model, stdout);
    else if (s->options.dot)
        ir_print_dot(s->program, stdout);
    else
        ir_print(s->program, stdout);
    return 0;
}
