/* exclusive.c -- exclusive access by predicates.
 *
 * An access to x by t moves if E_x(t): no other thread's predicate for x allows a touch that
 * conflicts (doc/theory.md).  It holds now; it must go on to hold for as long as t does nothing, and must have
 * held since t did something last.  So the things are looked at that E_x(t) depends on.  The rule:
 *
 * (1) What the test of an access reads is read by the action, like anything else that it reads:
 * data by its discipline; and who looks at a lock that others may hold makes it one that is tried.
 *
 * (2) E_x(t) counts only if the data that it depends on is steady for t: nobody else can reach it,
 * or t keeps to its inferred discipline, so that nobody writes it while t holds what it holds; and
 * only if it is true whatever the locks say that t does not hold.
 *
 * (3) It is asked of all threads there are or were, and of one that does not exist yet.  Predicates
 * that look at the number of a thread (`self`) are not used: it tells new threads apart.
 *
 * (4) What predicates read has no exclusive access itself: the inference alone says how it moves.
 * In raw memory that is known when they read it, and the search starts over.
 *
 * Why that is right.  Let a be an action of t that touches x while E_x(t) holds in the sense of
 * (2), and b one of u that touches x, too, and conflicts; one comes right after the other.  b has
 * passed its test: the predicate was true of u.  In a it is false of u, also with the answers that
 * b got about the locks that t does not hold.  Both evaluate the same procedure for the same
 * thread, so there is a first thing that it read differently, and a or b wrote that in between.
 *
 * If it is data, it has a discipline by (4) that both keep to, a by (2) and b by (1).  One of them
 * writes it, so each holds its guard when it touches it.  Then a has acquired the guard before (if
 * b comes first), or released it afterwards (if b comes last), and does not move that way.  If it
 * is a lock, t holds it in a by (2), and again has acquired or released it in a.  So what moves
 * left never comes right after a conflicting action, and what moves right never right before one.
 *
 * E_x(t) depends on nothing that others can change: they can neither make a mover of an action of t
 * nor unmake it. */
#include "movers/movers.h"

/* Does it look at the number of a thread, or further than we look? */
static bool is_simple(const Program *program, int32_t proc)
{
    if (proc < 0)
        return true;
    const Proc *p = &program->procs.at[proc];
    for (uint32_t pc = p->begin; pc < p->end; pc++) {
        Op op = program->code.at[pc].op;
        bool casts = op == OP_CAST && program->code.at[pc].from.kind == TYPE_TID;
        if (op == OP_NUMBER || op == OP_CALL || casts)
            return false;
    }
    return true;
}

void exclusive_prepare(Movers *v)
{
    const Program *program = v->program;
    vec_each (Access, access, &program->accesses)
        v->rules.at[access->region].exclusive =
            is_simple(program, access->read) && is_simple(program, access->write);
    vec_each (Proc, proc, &program->procs)
        for (uint32_t pc = proc->begin; proc->pure && pc < proc->end; pc++)
            v->rules.at[program->code.at[pc].region].exclusive = false;
}

void exclusive_note_read(Movers *v, const Touch *touch)
{
    Rule *rule = &v->rules.at[touch->region];
    hard_assert(touch->region < v->rules.len);
    v->broken |= rule->exclusive;
    rule->exclusive = false;
}

/* Nobody but the running thread can change it before that does something. */
static bool is_steady(void *self, const Touch *touch)
{
    Movers *v = self;
    exclusive_note_read(v, touch);
    if (v->alone || machine_owner(v->m, touch->object) == machine_running(v->m).ix + 1)
        return true;
    if (touch->kind == TOUCH_LOOK || v->rules.at[touch->region].is_lock)
        return guard_is_mine(v, touch);
    return rule_is_kept(v, touch);
}

bool exclusive_moves(Movers *v, const Touch *touch)
{
    return v->rules.at[touch->region].exclusive && machine_is_exclusive(v->m, touch, is_steady, v);
}
