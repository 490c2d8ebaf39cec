/* live.c -- names on the command line that mean parts of the program: --daemon, --ltl, --condition. */
#include "command/session.h"
#include "engine/explore/explore.h"

static bool has_function(const Program *program, const char *name, size_t len)
{
    vec_each (Proc, proc, &program->procs)
        if (strlen(proc->name) == len && strncmp(proc->name, name, len) == 0)
            return true;
    return false;
}

static int check_daemons(Session *s)
{
    const char *list = s->options.daemon;
    for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',') {
        size_t len = strcspn(at, ",");
        if (!has_function(s->program, at, len))
            return session_complain(s, "--daemon: there is no function '%.*s' in %s", (int)len, at,
                                    s->operands.at[0]);
    }
    return 0;
}

static int check_formula(Session *s)
{
    const char *why = explore_check_formula(s->program, &s->options, &s->texts);
    return why ? session_complain(s, "--ltl: %s", why) : 0;
}

int session_check_live(Session *s)
{
    if (*s->options.condition && !*s->options.ltl)
        return session_complain(s, "--condition: there is no --ltl that asks for it");
    if (s->job.properties & PROPERTY_LIVE && !s->program)
        return session_complain(s,
                                "--ltl, livelock and termination are for programs: C, Zing, SPL");
    if (s->job.properties & PROPERTY_LTL && !*s->options.ltl)
        return session_complain(s, "--property=ltl: --ltl=FORMULA says what to check");
    int status = s->program ? check_daemons(s) : 0;
    return !status && *s->options.ltl ? check_formula(s) : status;
}
