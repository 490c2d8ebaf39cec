/* rwlock.c -- reader-writer locks: an owner for writing (0: nobody), the set of those that hold it
 * for reading, and how many they are.  The number makes "somebody else reads" a comparison instead
 * of a quantifier.  A thread changes its own membership only. */
#include "engine/prove/access/lock.h"

#include "engine/prove/cell/cell.h"
#include "engine/prove/method/state.h"
#include "engine/prove/model.h"

bool rwlock_is(const Prover *p, uint32_t cell)
{
    const Cell *c = &p->cells.at[cell];
    return c->part != PART_NONE && p->cells.at[c->owner].readers >= 0;
}

Location rwlock_part(const Prover *p, Location owner, CellPart part)
{
    owner.cell = p->cells.at[owner.cell].owner;
    if (part != PART_OWNER)
        owner.cell = (uint32_t)p->cells.at[owner.cell].readers + (part == PART_COUNT);
    assert(owner.cell < p->cells.len && p->cells.at[owner.cell].part == part);
    return owner;
}

static Term read_part(Attempt *f, const Term *memory, Location owner, CellPart part)
{
    return cell_read(f, memory, rwlock_part(f->prover, owner, part));
}

Term rwlock_reads(Attempt *f, const Term *memory, Location owner, Term thread)
{
    Readers readers = {read_part(f, memory, owner, PART_READERS),
                       read_part(f, memory, owner, PART_COUNT)};
    bool known = false;
    vec_each (Readers, other, &f->readers)
        known = known || other->set.ix == readers.set.ix;
    if (!known)
        vec_push(&f->readers, readers);
    return term_select(&f->terms, readers.set, thread);
}

/* Is the number of readers larger than that of t alone? */
static Term more_than(Attempt *f, Term count, Term reads)
{
    Terms *terms = &f->terms;
    Term own = term_ite(terms, reads, term_number(terms, 1), term_number(terms, 0));
    return term_lt(terms, own, count);
}

Term rwlock_others_read(Attempt *f, Term set, Term t)
{
    vec_each (Readers, known, &f->readers)
        if (known->set.ix == set.ix)
            return more_than(f, known->count, term_select(&f->terms, set, t));
    return NO_TERM;
}

Term rwlock_invariant(Attempt *f, const Term *memory, Location owner, Term t, Term u)
{
    Terms *terms = &f->terms;
    Term zero = term_number(terms, 0), one = term_number(terms, 1);
    Term writer = read_part(f, memory, owner, PART_OWNER);
    Term count = read_part(f, memory, owner, PART_COUNT);
    Term t_reads = rwlock_reads(f, memory, owner, t), u_reads = rwlock_reads(f, memory, owner, u);
    Term nobody = term_and(terms, term_eq(terms, count, zero),
                           term_not(terms, term_or(terms, t_reads, u_reads)));
    Term two = term_ite(terms, u_reads, one, zero);
    two = term_ite(terms, term_eq(terms, t, u), zero, two);
    two = term_add(terms, two, term_ite(terms, t_reads, one, zero));
    Term all = term_and(terms, term_le(terms, zero, writer), term_le(terms, two, count));
    return term_and(terms, all, term_implies(terms, term_lt(terms, zero, writer), nobody));
}

Term rwlock_goes(Attempt *f, const Term *memory, Location owner, const Instr *i, Term thread)
{
    Terms *terms = &f->terms;
    Term zero = term_number(terms, 0);
    Term writer = read_part(f, memory, owner, PART_OWNER);
    Term reads = rwlock_reads(f, memory, owner, thread);
    if (i->op == OP_RELEASE)
        return i->flags & FLAG_SHARED ? reads : term_eq(terms, writer, thread);
    Term other = i->flags & FLAG_SHARED
                     ? term_not(terms, reads)
                     : term_eq(terms, read_part(f, memory, owner, PART_COUNT), zero);
    return term_and(terms, term_eq(terms, writer, zero), other);
}

void rwlock_change(Attempt *f, Term *memory, Location owner, const Instr *i, Term thread)
{
    Terms *terms = &f->terms;
    bool takes = i->op != OP_RELEASE;
    assert(i->op == OP_ACQUIRE || i->op == OP_TRYACQUIRE || i->op == OP_RELEASE);
    if (!(i->flags & FLAG_SHARED)) {
        cell_write(f, memory, rwlock_part(f->prover, owner, PART_OWNER),
                   takes ? thread : term_number(terms, 0));
        return;
    }
    Term set = read_part(f, memory, owner, PART_READERS);
    Term count = read_part(f, memory, owner, PART_COUNT);
    cell_write(f, memory, rwlock_part(f->prover, owner, PART_READERS),
               term_store(terms, set, thread, term_bool(terms, takes)));
    cell_write(f, memory, rwlock_part(f->prover, owner, PART_COUNT),
               term_add(terms, count, term_number(terms, takes ? 1 : -1)));
}

void rwlock_clear(Attempt *f, Term *memory, Location owner)
{
    Term set = fresh_term(f, "no readers", SORT_ARRAY(SORT_BOOL));
    cell_write(f, memory, rwlock_part(f->prover, owner, PART_READERS), set);
    cell_write(f, memory, rwlock_part(f->prover, owner, PART_COUNT), term_number(&f->terms, 0));
}
