/* glance.c -- reads that are no access: a compare-and-swap that fails, the test of a spinning
 * thread.
 *
 * A lock that the program makes itself is read by those who wait for it, also while somebody holds
 * it, so nobody has exclusive access to it, and taking it would move nowhere.  But who finds it
 * taken learns nothing that it uses.  So, of the cells that are quiet (access_quiet), a read counts
 * as an access only if the thread may write the place, too; every read may also be a glance, which
 * is no access and sees any value.  What the program does is among that: where the thread may not
 * write, it has glanced, and seen what was there.
 *
 * An action that writes a quiet cell did not glance before: that where it writes it had access when
 * it read is to be shown of what the program does, and then glances need not be looked at. */
#include "engine/prove/step/step.h"

#include "engine/prove/access/access.h"
#include "engine/prove/cell/cell.h"
#include "engine/prove/cell/storage.h"
#include "engine/prove/method/state.h"
#include "engine/prove/model.h"

/* A read of a plain object of C by who has no access would be a data race. */
static bool may_glance(const Attempt *f, Location at, uint32_t code)
{
    const Code *c = &f->flat.code.at[code];
    return access_quiet(f->prover, at.cell) && !f->mode.reading &&
           (!f->prover->storage->races || c->atomic || c->instr->flags & FLAG_ATOMIC);
}

/* An action is looked at before it is executed (abs_before): the choice is the same. */
static Term is_real(Attempt *f, const State *s, uint32_t code)
{
    char name[60];
    if (s->trial && s->trial->apart)
        return fresh_term(f, "read", SORT_BOOL);
    snprintf(name, sizeof name, "read %u after %u", code, f->here);
    return term_variable(&f->terms, name, SORT_BOOL);
}

Term glance_read(Attempt *f, State *s, Location at, uint32_t code)
{
    Terms *terms = &f->terms;
    Term own = term_or(terms, s->alone, access_is_fresh(f, s, at.object));
    if (!may_glance(f, at, code) || term_is_true(terms, own)) {
        touch_place(f, s, at, false, code);
        return cell_read(f, s->now, at);
    }
    touch_object(f, s, at); /* who glances needs one, too */
    Term is = cell_read(f, s->now, at), allowed = access_allows(f, s->now, at, true, f->tid);
    Term any = fresh_term(f, "glance", term_sort(terms, is));
    Term counts = term_or(terms, own, is_real(f, s, code));
    state_assume(f, s, term_implies(terms, counts, term_or(terms, own, allowed)));
    Term path = s->path;
    state_assume(f, s, counts);
    touch_place(f, s, at, false, code);
    s->path = path;
    Term real = term_and(terms, term_not(terms, allowed), term_eq(terms, any, is));
    vec_push(&f->notes.glances, ((Glance){path, term_not(terms, counts), real, at.cell, code}));
    return term_ite(terms, counts, is, any);
}

void glance_write(Attempt *f, State *s, Location at, uint32_t code)
{
    Terms *terms = &f->terms;
    if (!access_quiet(f->prover, at.cell))
        return;
    vec_each (Glance, glance, &f->notes.glances) {
        Term glanced = term_and(terms, glance->path, glance->glanced);
        Term happens = term_and(terms, glanced, glance->real);
        size_t count = f->notes.obligations.len;
        if (!f->abs)
            oblige(f, s, OBLIGE_ACCESS, term_not(terms, happens), code, glance->cell, "read");
        if (f->notes.obligations.len > count)
            vec_last(&f->notes.obligations).at = at;
        state_assume(f, s, term_not(terms, glanced));
    }
}
