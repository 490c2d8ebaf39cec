/* memory.c -- which memory the question is about; see session.h.
 *
 * C leaves it to the orders of the program's atomic accesses what a thread can read.  Without orders
 * below seq_cst, and without data races, that is what sequentially consistent memory shows, whatever
 * the model; so these programs are explored as such.  All other languages have no other memory. */
#include "check/replay.h"
#include "command/session.h"

static bool is_named(const char *name, MemoryKind *kind)
{
    for (int k = 0; k < MEMORIES; k++)
        if (strcmp(memory_text[k], name) == 0) {
            *kind = (MemoryKind)k;
            return true;
        }
    return false; /* auto */
}

/* What nobody has asked for. */
static MemoryKind usual(const Session *s, bool explores)
{
    bool weak = s->program && !s->options.sv_comp &&
                (program_is_weak(s->program) || s->options.allow_races);
    return weak && explores && check_knows_memory(MEMORY_RC11) ? MEMORY_RC11 : MEMORY_SC;
}

/* Nobody asks for data races then; where memory is sequentially consistent that is all. */
static int allow_races(Session *s, MemoryKind kind)
{
    const char *list = s->options.property;
    if (!s->front->has_orders)
        return session_complain(s, "--allow-races is for C programs: it says what their plain "
                                   "accesses mean");
    if (property_parse(&list, false) & PROPERTY_RACE)
        return session_complain(s, "--property=race asks for what --allow-races allows");
    s->job.properties &= ~(uint32_t)PROPERTY_RACE;
    if (s->program)
        s->program->allows_races = kind != MEMORY_SC;
    return 0;
}

int session_choose_memory(Session *s, const char *only_sc)
{
    const char *name = s->options.memory_model;
    MemoryKind kind;
    bool asked = is_named(name, &kind);
    if (!asked)
        kind = usual(s, !only_sc);
    else if (kind != MEMORY_SC && !s->front->has_orders)
        return session_complain(s,
                                "--memory-model=%s is for C programs: the memory of %s is "
                                "sequentially consistent",
                                name, s->front->what);
    else if (kind != MEMORY_SC && only_sc)
        return session_complain(s,
                                "%s knows sequentially consistent memory only, and not %s: check "
                                "explores it",
                                only_sc, name);
    else if (!check_knows_memory(kind))
        return session_complain(s, "--memory-model=%s is not there yet", name);
    s->job.memory = kind;
    if (s->options.allow_races) {
        int status = allow_races(s, kind);
        if (status)
            return status;
    } else if (kind == MEMORY_RC11 ||
               kind == MEMORY_C11) /* all that happens after one is undefined */
        s->job.properties |= PROPERTY_RACE;
    s->job.runs_in = job_is_weak(&s->job) ? kind : MEMORY_SC;
    return 0;
}
