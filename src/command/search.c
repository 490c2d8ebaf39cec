/* search.c -- clients of methods that prove does not prove, explored: prove --search. */
#include "command/session.h"
#include "engine/explore/explore.h"
#include "engine/prove/client.h"
#include "ir/verify.h"
#include "report/report.h"

#include <stdlib.h>
#include <unistd.h>

/* A terminal that does what it is told; that of Emacs's M-x compile shows codes as they are. */
bool session_is_terminal(int file)
{
    const char *kind = getenv("TERM");
    return isatty(file) && (!kind || strcmp(kind, "dumb") != 0);
}

bool session_wants_color(const Session *s)
{
    if (strcmp(s->options.color, "auto") == 0)
        return session_is_terminal(STDOUT_FILENO) && !s->options.peers && !getenv("NO_COLOR");
    return strcmp(s->options.color, "always") == 0;
}

/* A proof is not about runs that end in an error of another kind, and the object of a client is not
 * one that its maker has made ready: such a run shows no mistake. */
static void forget_outside(Job *job)
{
    ErrorKind error = job->verdict == VERDICT_BUG ? job->bugs.at[0].error : ERR_ASSERTION;
    if (error == ERR_ASSERTION || error == ERR_ACCESS || error == ERR_PERFORMS ||
        error == ERR_CLAIM || error == ERR_NOT_HELD)
        return;
    job->verdict = VERDICT_UNKNOWN;
    const char *text = arena_print(&job->arena,
                                   "a run of the client ends in an error that a proof is not "
                                   "about, maybe because its object is all zero (%s)",
                                   job->bugs.at[0].message);
    job_give_reason(job, (Reason){text, job->bugs.at[0].where, job->bugs.at[0].proc});
    job->errors = 0;
    vec_each (Bug, bug, &job->bugs)
        bug_free(bug);
    job->bugs.len = 0;
}

/* Nothing goes wrong in the client of a method that does not do what its performs says, as far as a
 * proof is known.  Is the method at least one transaction there?  If it is not, that is no mistake
 * by itself: its actions may be several, or others may be unable to tell. */
static int search_transaction(Session *s, uint32_t proc, FILE *out)
{
    Session client = *s;
    client.job = (Job){0};
    bool was = s->program->procs.at[proc].atomic;
    s->program->procs.at[proc].atomic = true;
    int status = session_begin_job(&client, engine_explore.name, false);
    client.job.properties = PROPERTY_ACCESS;
    if (!status)
        status = session_answer(&client, &engine_explore);
    if (!status && client.job.verdict == VERDICT_BUG)
        fprintf(out,
                "search: nothing goes wrong in this client, but in line %u of one of its runs %s; "
                "that is no mistake if no other thread can tell\n",
                client.job.bugs.at[0].where.line, client.job.bugs.at[0].message);
    else if (!status)
        fprintf(out,
                "search: nothing goes wrong in this client%s; it may be the specification that is "
                "wrong, or that needs more\n",
                client.job.verdict == VERDICT_SAFE ? ", and the method is atomic in it" : "");
    s->program->procs.at[proc].atomic = was;
    job_free(&client.job);
    return status;
}

/* One client of a method: what it shows is printed, or kept as JSON for the report. */
static int search_client(Session *s, uint32_t proc, const Suspects *suspects, bool atomic,
                         FILE *out)
{
    char why[400];
    Session client = *s;
    client.job = (Job){0};
    if (!client_make(s->program, proc, suspects, why, sizeof why)) {
        if (s->options.json)
            fprintf(out, "{\"verdict\": \"unknown\", \"reason\": \"%s\"}", why);
        else
            fprintf(out, "search: %s\n", why);
        return 0;
    }
    if (!s->options.json)
        fprintf(out, "search: one thread calls %s, a second one any %s%s\n",
                s->program->procs.at[proc].name,
                program_is_raw(s->program) ? "function" : "method of its class",
                suspects->len > 1 ? " that has not failed" : "");
    int status = session_begin_job(&client, engine_explore.name, false);
    uint32_t pc;
    if (!status && !ir_verify(s->program, why, sizeof why, &pc))
        return session_complain_internal(why);
    client.job.properties &= PROPERTY_ASSERT | PROPERTY_LOCK | PROPERTY_ACCESS;
    if (!status)
        status = session_answer(&client, &engine_explore);
    if (!status)
        forget_outside(&client.job);
    if (!status && client.job.verdict == VERDICT_SAFE && !client.job.stats.transitions) {
        client.job.verdict = VERDICT_UNKNOWN;
        client.job.reason = "an object that is all zero breaks the invariants, so no run begins";
    }
    if (!status && s->options.json)
        report_json(&client.job, out);
    else if (!status)
        report_text(&client.job, session_wants_color(s), out);
    if (!status && !s->options.json && client.job.verdict == VERDICT_SAFE && atomic)
        status = search_transaction(s, proc, out);
    else if (!status && !s->options.json && client.job.verdict == VERDICT_SAFE)
        fprintf(out, "search: nothing goes wrong in this client; it may be the specification that "
                     "is wrong, or that needs more\n");
    job_free(&client.job);
    return status;
}

/* Has an earlier check of the method failed, whose client it shares? */
static bool is_searched(const Job *job, const MethodCheck *failed)
{
    for (const MethodCheck *other = job->checks.at; other < failed; other++)
        if (other->result == PROOF_FAILED && strcmp(other->proc, failed->proc) == 0)
            return true;
    return false;
}

static bool wants_search(const Job *job, const MethodCheck *check)
{
    return check->result == PROOF_FAILED && strcmp(check->check, "sanity") != 0 &&
           !is_searched(job, check);
}

static uint32_t proc_named(const Program *program, const char *name)
{
    uint32_t proc = 0;
    while (strcmp(program->procs.at[proc].name, name) != 0)
        proc++;
    return proc;
}

static bool fails_performs(const Job *job, const char *proc)
{
    vec_each (MethodCheck, check, &job->checks)
        if (check->result == PROOF_FAILED && strcmp(check->proc, proc) == 0 &&
            strcmp(check->check, "performs") == 0)
            return true;
    return false;
}

/* Is the code wrong, or what is said of it?  A client of each method that fails is explored. */
int session_search_clients(Session *s)
{
    int status = 0;
    Suspects suspects = {0};
    vec_each (MethodCheck, check, &s->job.checks)
        if (wants_search(&s->job, check))
            vec_push(&suspects, proc_named(s->program, check->proc));
    if (!suspects.len && !s->options.json)
        printf("search: there is no method to search in\n");
    vec_each (MethodCheck, check, &s->job.checks) {
        char *text = NULL;
        size_t size = 0;
        if (!wants_search(&s->job, check))
            continue;
        FILE *out = s->options.json ? open_memstream(&text, &size) : stdout;
        bool atomic = fails_performs(&s->job, check->proc);
        if (out && search_client(s, proc_named(s->program, check->proc), &suspects, atomic, out))
            status = EXIT_INTERNAL;
        if (!out || out == stdout)
            continue;
        fclose(out);
        check->search = arena_copy(&s->job.arena, text, size);
        free(text);
    }
    vec_free(&suspects);
    return status;
}
