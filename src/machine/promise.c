/* promise.c -- see promise.h. */
#include "machine/promise.h"

#include <ctype.h>

#include "machine/internal.h"
#include "machine/schedule.h"

static const char *const kinds[] = {
    [PROMISE_LOCKFREE] = "lockfree(",
    [PROMISE_WAITFREE] = "waitfree(",
    [PROMISE_STARVATIONFREE] = "starvationfree(",
};

static const char *pass_blanks(const char *at)
{
    while (isspace((unsigned char)*at))
        at++;
    return at;
}

const char *promise_read(Promise *promise, const Program *program, const char *text, Arena *arena)
{
    *promise = (Promise){0};
    text = pass_blanks(text);
    for (PromiseKind kind = PROMISE_LOCKFREE; kind <= PROMISE_STARVATIONFREE; kind++)
        if (strncmp(text, kinds[kind], strlen(kinds[kind])) == 0)
            promise->kind = kind;
    if (!promise->kind)
        return NULL;
    vec_resize(&promise->procs, program->procs.len);
    const char *at = text + strlen(kinds[promise->kind]);
    do {
        at = pass_blanks(at);
        size_t len = strcspn(at, ",) \t\n");
        bool known = false;
        for (uint32_t k = 0; k < program->procs.len; k++)
            if (strlen(program->procs.at[k].name) == len &&
                strncmp(program->procs.at[k].name, at, len) == 0)
                known = promise->procs.at[k] = true;
        if (!known)
            return arena_print(arena, "there is no function '%.*s'", (int)len, at);
        at = pass_blanks(at + len);
    } while (*at++ == ',');
    if (at[-1] != ')' || *pass_blanks(at))
        return arena_print(arena, "'%s' is written like lockfree(push, pop), and stands alone",
                           text);
    return NULL;
}

void promise_free(Promise *promise)
{
    vec_free(&promise->procs);
}

void promise_watch(const Promise *promise, Machine *m)
{
    vec_resize(&m->watched, promise->procs.len);
    if (promise->procs.len)
        memcpy(m->watched.at, promise->procs.at, promise->procs.len * sizeof *promise->procs.at);
}

void promise_forget(Machine *m)
{
    vec_free(&m->watched);
    vec_free(&m->returned);
}

bool promise_returned(const Machine *m, size_t outcome)
{
    return outcome < m->returned.len && m->returned.at[outcome];
}

static bool is_claimed(const Promise *promise, Machine *m, LocalId l)
{
    return promise->procs.at[m->facts.proc_of.at[machine_local_pc(m, l)]];
}

uint64_t promise_inside(const Promise *promise, Machine *m, const State *state)
{
    uint64_t inside = 0;
    each_live (t, state) {
        const StateThread *thread = &state->threads.at[t];
        bool is = is_claimed(promise, m, thread->l);
        for (uint32_t s = thread->s.ix; s && !is; s = pairs_right(&m->tables.stacks, s))
            is = is_claimed(promise, m, (LocalId){pairs_left(&m->tables.stacks, s)});
        inside |= is && thread->tid.ix < 64 ? (uint64_t)1 << thread->tid.ix : 0;
    }
    return inside;
}

const char *promise_question(const char *list, size_t k, Arena *arena)
{
    for (; *list; list += strcspn(list, ";"), list += *list == ';') {
        list = pass_blanks(list);
        size_t len = strcspn(list, ";");
        if (len && k-- == 0)
            return arena_copy(arena, list, len);
    }
    return NULL;
}
