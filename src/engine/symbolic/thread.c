/* thread.c -- fork, join, results and words of threads. */
#include "engine/symbolic/model.h"

enum { MOST_THREADS = 60 };

/* The number of the thread that is forked here: it is the same in each attempt. */
static uint32_t thread_number(Model *x)
{
    uint64_t words[4] = {4, x->thread->id, x->pc, unroll_count(x, x->thread->id, x->pc)};
    uint32_t key = records_add(&x->keys, words, 4);
    if (x->thread_of.len <= key)
        vec_resize(&x->thread_of, key + 1);
    if (!x->thread_of.at[key])
        x->thread_of.at[key] = ++x->known_threads;
    return x->thread_of.at[key];
}

static Sym fork_thread(Model *x, const Instr *i)
{
    const List *args = &x->program->lists.at[i->list];
    const Proc *callee = &x->program->procs.at[i->other];
    Term clock = unroll_clock(x);
    uint32_t id = thread_number(x);
    if (id >= MOST_THREADS || args->len > sizeof((Runner){0}).args / sizeof(Sym)) {
        unroll_fail(x, FAIL_CUT, ERR_THREADS, x->terms.no, "many threads are created");
        return sym_constant(x, 0, TYPE_THREAD);
    }
    Runner *t = arena_alloc(&x->pass, sizeof *t);
    *t = (Runner){.id = id,
                  .parent = x->thread->id,
                  .fork_clock = clock,
                  .proc = i->other,
                  .count = args->len,
                  .guard = x->state->guard};
    for (uint32_t k = 0; k < args->len; k++) {
        Ref ref = args->at[k];
        Type type = callee->registers.at[k].type;
        t->args[k] =
            ref < 0 ? sym_constant(x, x->program->constants.at[~ref], type) : x->state->regs[ref];
    }
    x->state->wrote = x->forked = true;
    unroll_note(x, (Note){.did = DID_FORK, .child = id});
    t->fork_seq = x->seq;
    if (x->threads.len <= id)
        vec_resize(&x->threads, id + 1);
    assert(!x->threads.at[id]); /* a number is given once in an attempt */
    x->threads.at[id] = t;
    vec_push(&x->todo, id);
    return sym_constant(x, id + 1, TYPE_THREAD);
}

static Term operand(Model *x, const Instr *i)
{
    return i->a < 0 ? sym_constant(x, x->program->constants.at[~i->a], TYPE_THREAD).t
                    : x->state->regs[i->a].t;
}

static void join(Model *x, const Instr *i)
{
    Join j = {.thread = x->thread->id,
              .pc = x->pc,
              .guard = x->state->guard,
              .who = operand(x, i),
              .clock = unroll_clock(x)};
    bool waits = unroll_may_wait(x, i);
    if (!waits)
        unroll_limit(x, x->terms.no, "a thread is waited for in an atomic region");
    unroll_want(x);
    j.goes = x->state->guard;
    j.seq = ++x->seq;
    vec_push(&x->joins, j);
}

/* The word that a thread has left. */
static Sym result(Model *x, const Instr *i)
{
    Terms *t = &x->terms;
    Term who = operand(x, i);
    Sym value = sym_zero(x, TYPE_POINTER);
    for (uint32_t id = 0; id < MOST_THREADS && id <= x->known_threads; id++) {
        Term is = term_eq(t, who, sym_word(x, id + 1, 32));
        if (term_is_false(t, is))
            continue;
        uint32_t object = mem_thread_object(x, id);
        Term guard = term_and(t, x->state->guard, is);
        Sym word =
            mem_read(x, object, guard, sym_word(x, 0, OFFSET_BITS), 8, TYPE_POINTER, BLANK_LIMIT);
        value = sym_ite(x, is, word, value);
    }
    return value;
}

void thread_instr(Model *x, const Instr *i, Sym *value)
{
    switch ((Op)i->op) {
    case OP_FORK:
        *value = fork_thread(x, i);
        return;
    case OP_JOIN:
        join(x, i);
        return;
    case OP_RESULT:
        *value = result(x, i);
        return;
    case OP_SELF:
        *value = sym_constant(x, x->thread->id + 1, TYPE_THREAD);
        return;
    case OP_OWN:
    case OP_SETOWN:
        unroll_limit(x, x->terms.no, "words of threads are not followed");
        *value = sym_zero(x, TYPE_POINTER);
        return;
    case OP_MOV ... OP_TAKE:
    case OP_NUMBER:
    case OPS:
        unroll_limit(x, x->terms.no,
                     arena_print(&x->arena, "`%s` is not followed", op_info[i->op].text));
        *value = sym_fresh(x, TYPE_S32);
    }
}
