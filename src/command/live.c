/* live.c -- names on the command line that mean parts of the program: --daemon, --ltl, --condition. */
#include "command/session.h"
#include "live/questions.h"

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

/* What stands behind these words; NULL: the annotation is another one. */
static const char *behind(const char *text, const char *words)
{
    size_t len = strlen(words);
    return strncmp(text, words, len) == 0 && text[len] == ' ' ? text + len + 1 : NULL;
}

/* All functions that are claimed to make progress of this kind, as one question. */
static const char *add_claims(Session *s, const char *questions, const char *kind)
{
    const char *names = "", *name;
    vec_each (Annotation, ask, &s->program->annotations)
        if ((name = behind(ask->text, arena_print(&s->texts, "progress %s", kind))))
            names = arena_print(&s->texts, "%s%s%s", names, *names ? ", " : "", name);
    return *names ? arena_print(&s->texts, "%s%s%s(%s)", questions, *questions ? "; " : "", kind,
                                names)
                  : questions;
}

/* The questions and the conditions that are written in the program.  If there are some on the command line,
 * those count; `all` means these, too. */
void session_take_asks(Session *s)
{
    const char *questions = "", *conditions = "", *text;
    if (!s->program || *s->options.ltl)
        return;
    vec_each (Annotation, ask, &s->program->annotations)
        if ((text = behind(ask->text, "ltl")))
            questions = arena_print(&s->texts, "%s%s%s", questions, *questions ? "; " : "", text);
        else if ((text = behind(ask->text, "condition")))
            conditions = arena_print(&s->texts, "%s%s;", conditions, text);
    questions = add_claims(s, questions, "lockfree");
    questions = add_claims(s, questions, "waitfree");
    questions = add_claims(s, questions, "starvationfree");
    bool all = strcmp(s->options.property, "all") == 0;
    if (!*questions || (!all && !strstr(s->options.property, "ltl")))
        return;
    s->options.ltl = questions;
    s->options.condition = arena_print(&s->texts, "%s%s", conditions, s->options.condition);
    if (all)
        s->options.property = "all,ltl";
}

/* The formula of the program that is wrong, in its place; 0: none of them is. */
static int complain_in_place(Session *s)
{
    Options alone = s->options;
    const char *why;
    vec_each (Annotation, ask, &s->program->annotations)
        if ((alone.ltl = behind(ask->text, "ltl")) && strstr(s->options.ltl, alone.ltl) &&
            (why = live_check_formula(s->program, &alone, &s->texts)))
            return session_complain(s, "%s:%u: ltl: %s", source_name(&s->sources, ask->pos),
                                    (unsigned)ask->pos.line, why);
    return 0;
}

static int check_formula(Session *s)
{
    const char *why = live_check_formula(s->program, &s->options, &s->texts);
    int status = why ? complain_in_place(s) : 0;
    return !why || status ? status : session_complain(s, "--ltl: %s", why);
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
