/* checkpoint.c -- a search in a file, from which another process goes on.
 *
 * Between two states that are expanded everything that decides what comes next is here: the states and their
 * parents, what machine and movers have numbered and found out, the steps of a search for hangs, what the
 * job has counted.  All numbers stay what they were, so the search that goes on meets the states that this one
 * would have met, in the same order.  What is kept only to be faster is made anew.
 *
 * How often: after so much work, and never so often that it costs more than a small part of the search. */
#include "engine/explore/explore.h"

#include <stdio.h>

#include "base/guard.h"
#include "base/intern_save.h"
#include "base/log.h"
#include "engine/explore/search.h"
#include "machine/save.h"
#include "movers/save.h"

enum { BYTES_A_STEP = 16 }; /* of a checkpoint: so many may be written for each step of work */

const char *explore_keeps_not(const Job *job)
{
    const Options *options = job->options;
    if (job->properties & PROPERTY_LIVE)
        return "a search for whole runs (livelock, termination, ltl) cannot be saved";
    if (options->all_errors)
        return "a search for all errors (--all-errors) cannot be saved";
    if (options->zing_counting)
        return "the states that --zing-counting counts cannot be saved";
    if (options->hash_compaction)
        return "a search that keeps signatures of states (--hash-compaction) cannot be saved, nor "
               "done by several processes";
    if (job->program->linear)
        return "what calls of a library may return cannot be saved";
    return NULL;
}

static void save_hangs(Search *s, Saver *saver)
{
    Hangs *h = &s->hangs;
    save_value(saver, h->too_many);
    save_vec(saver, &h->first);
    save_vec(saver, &h->how);
    save_vec(saver, &h->named);
    save_vec(saver, &h->can);
    records_save(&h->names, saver);
}

static void save_job(Job *job, Saver *saver)
{
    save_value(saver, job->stats);
    save_value(saver, job->deepest);
    save_value(saver, job->judged);
    save_value(saver, job->errors);
    save_value(saver, job->many_threads);
    save_value(saver, job->budget.work);
    reason_save(&job->undefined, saver, &job->arena);
    if (job->reached)
        save_bytes(saver, job->reached, job->reached_len);
}

/* A data race that is held back: no choices lead to it. */
static void save_race(Search *s, Saver *saver)
{
    Wrong copy = s->race;
    memset(&copy.choices, 0, sizeof copy.choices);
    memset(&copy.ends, 0, sizeof copy.ends);
    save_value(saver, copy);
    if (saver->loads) {
        s->race = copy;
        memset(&s->race.choices, 0, sizeof copy.choices);
        memset(&s->race.ends, 0, sizeof copy.ends);
    }
    save_value(saver, s->race_state);
}

static void save_search(Search *s, Saver *saver)
{
    machine_save(s->m, saver);
    states_save(&s->states, saver);
    save_vec(saver, &s->parent);
    save_vec(saver, &s->waited);
    save_vec(saver, &s->places);
    save_hangs(s, saver);
    if (s->watches)
        movers_save(&s->movers, saver);
    persistent_save(&s->persistent, saver);
    save_value(saver, s->at);
    save_value(saver, s->symmetric);
    save_value(saver, s->lost);
    save_value(saver, s->level_end);
    save_value(saver, s->spent);
    save_value(saver, s->dropped);
    reason_save(&s->limit, saver, &s->job->arena);
    save_race(s, saver);
    save_job(s->job, saver);
    uint64_t known = crew_knowledge(s);
    if (save_number(saver, known) != known && !saver->why)
        saver->why = "what was known of the program is not known from it";
}

static bool write_file(Search *s)
{
    Checkpoint *c = s->job->checkpoint;
    Saver saver;
    bool done = saver_create(&saver, c->path);
    if (done) {
        save_number(&saver, c->head.len);
        vec_each (const char *, text, &c->head)
            save_text(&saver, *text, NULL);
        save_search(s, &saver);
        c->bytes = saver.at;
        done = saver_finish(&saver);
    }
    c->failed = done ? NULL : saver.why;
    return done;
}

bool checkpoint_is_due(const Search *s)
{
    const Checkpoint *c = s->job->checkpoint;
    if (!c || s->most_states)
        return false;
    uint64_t since = s->job->budget.work - c->work, least = c->bytes / BYTES_A_STEP;
    return since >= c->every && since >= least;
}

void checkpoint_write(Search *s)
{
    Checkpoint *c = s->job->checkpoint;
    if (!c || s->most_states)
        return;
    guard_hold(true);
    c->work = s->job->budget.work;
    if (write_file(s))
        c->written = true;
    else
        fprintf(stderr, "heddle: the checkpoint cannot be written: %s: %s\n", c->path, c->failed);
    LOG(SEARCH, "a checkpoint of %llu bytes", (unsigned long long)c->bytes);
    guard_hold(false);
}

const char *checkpoint_reason(const Search *s, const char *reason)
{
    const Checkpoint *c = s->job->checkpoint;
    Arena *arena = &s->job->arena;
    if (!c || !reason)
        return reason;
    if (c->failed)
        return arena_print(arena, "%s, and the checkpoint could not be written: %s%s", reason,
                           c->failed, c->written ? "; the one before it is there" : "");
    return c->written ? arena_print(arena, "%s: heddle resume %s goes on", reason, c->path)
                      : reason;
}

bool checkpoint_load(Search *s)
{
    Checkpoint *c = s->job->checkpoint;
    Saver *saver = c->from;
    machine_initial(s->m, &s->out);
    save_search(s, saver);
    if (!saver->why && saver->at != saver->size)
        saver->why = "it has more than belongs to it";
    if (!saver->why && s->parent.len != states_count(&s->states))
        saver->why = "what it has does not fit together";
    if (saver->why) {
        c->refused = saver->why;
        return false;
    }
    if (!s->symmetric)
        s->states.normalise = NULL;
    c->work = s->job->budget.work;
    c->bytes = saver->at;
    if (s->job->budget.most_work) /* a limit is of this run */
        s->job->budget.most_work += s->job->budget.work;
    return true;
}
