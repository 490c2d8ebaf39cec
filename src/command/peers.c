/* peers.c -- what heddle-mpi is for, and what it refuses. */
#include "command/peers.h"

#include <string.h>

#include "base/peers.h"
#include "engine/explore/explore.h"

static const char *refusal(const Session *s)
{
    const Options *o = &s->options;
    if (strcmp(o->engine, "auto") != 0 && strcmp(o->engine, engine_explore.name) != 0)
        return "only explore searches with several processes: --engine=explore";
    if (*o->checkpoint)
        return "the states of several processes cannot be saved (--checkpoint)";
    if (*o->store)
        return "the states of several processes cannot be kept in a file (--store)";
    if (o->library || o->concurrent)
        return "libraries are checked by one process: heddle check";
    if (o->suggest_orders)
        return "memory orders are looked for by one process: heddle check --suggest-orders";
    if (*o->states)
        return "states are drawn by one process: heddle show";
    if (*o->project)
        return "the programs of a project are checked by one process: heddle check";
    if (o->sv_comp)
        return "tasks of SV-COMP are for one process: heddle check";
    return explore_keeps_not(&(Job){.options = o, .program = s->program});
}

int peers_check_command(Session *s, bool checks)
{
    if (!s->options.peers || checks)
        return 0;
    return session_complain(s,
                            "heddle-mpi only knows the command check; all others are for heddle");
}

int peers_check(Session *s)
{
    if (!s->options.peers)
        return 0;
    if (!s->program)
        return session_complain(s, "heddle-mpi searches programs, and this is none");
    const char *why = refusal(s);
    if (why)
        return session_complain(s, "heddle-mpi: %s", why);
    vec_each (const char *, name, &s->operands)
        if (strcmp(*name, "-") == 0)
            return session_complain(s, "heddle-mpi does not read standard input: name a file");
    s->options.engine = engine_explore.name;
    s->options.next = "none"; /* nothing is tried by processes that nobody has started */
    return 0;
}

int peers_check_job(Session *s)
{
    const Job *job = &s->job;
    if (!s->options.peers)
        return 0;
    if (job->properties & PROPERTY_LIVE)
        return session_complain(
            s, "heddle-mpi: whole runs (livelock, termination, ltl) are looked at by one process: "
               "heddle check");
    if (job->properties == PROPERTY_HANG)
        return session_complain(s, "heddle-mpi does not look for hangs: heddle check does");
    if (job->runs_in != MEMORY_SC)
        return session_complain(
            s,
            "heddle-mpi: this program has runs that are not sequentially consistent, and these are "
            "searched by one process: heddle check; --memory-model=sc asks for the others only");
    return 0;
}
