/* boolean.c -- programs for others: Boolean programs, and the abstractions of cegar. */
#include <errno.h>

#include "command/session.h"
#include "front/bp/write.h"

static int refuse(Session *s, const char *what, Reason why)
{
    char place[128] = "";
    if (why.where.line && why.where.file < s->sources.files.len)
        snprintf(place, sizeof place, "%s:%u: ", s->sources.files.at[why.where.file].name,
                 why.where.line);
    return session_complain(s, "%s%s is no Boolean program: %s%s%s", place, what, why.text,
                            why.proc ? ", in " : "", why.proc ? why.proc : "");
}

int session_show_boolean(Session *s)
{
    Reason why;
    if (bp_write(s->program, UINT32_MAX, stdout, &s->texts, &why))
        return 0;
    return refuse(s, s->operands.at[0], why);
}

/* What the predicates stand for. */
static void put_predicates(const Job *job, const char *comment, FILE *out)
{
    for (size_t k = 0; k < job->predicates.len; k++)
        fprintf(out, "%s predicate %zu: %s\n", comment, k + 1, job->predicates.at[k]);
}

int session_write_abstraction(Session *s)
{
    const char *path = s->options.abstraction;
    const Program *program = s->job.abstraction;
    size_t len = strlen(path);
    bool boolean = len > 3 && strcmp(path + len - 3, ".bp") == 0, written = true;
    Reason why = {0};
    if (!program) {
        fprintf(stderr, "heddle: %s is not written: there is no abstraction, see --engine=cegar\n",
                path);
        return 0;
    }
    FILE *out = fopen(path, "w");
    if (out)
        put_predicates(&s->job, boolean ? "//" : "#", out);
    if (out && boolean)
        written = bp_write(program, s->job.properties, out, &s->texts, &why);
    else if (out)
        ir_print(program, out);
    bool failed = !out || ferror(out);
    failed |= out && fclose(out) != 0;
    if (failed)
        return session_complain(s, "cannot write %s: %s", path, strerror(errno));
    return written ? 0 : refuse(s, "the abstraction", why);
}
