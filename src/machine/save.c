/* save.c -- see save.h.  share.c has what a machine knows of the program, as a hash: what is there is here. */
#include "machine/save.h"

#include "base/intern_save.h"
#include "machine/internal.h"

void reason_save(Reason *reason, Saver *saver, Arena *arena)
{
    reason->text = save_text(saver, reason->text, arena);
    save_value(saver, reason->where);
    reason->proc = save_text(saver, reason->proc, arena);
}

static void save_tables(Tables *t, Saver *saver)
{
    tree_save(&t->globals, saver);
    records_save(&t->objects, saver);
    records_save(&t->locals, saver);
    records_save(&t->memories, saver);
    pairs_save(&t->stacks, saver);
    pairs_save(&t->families, saver);
    pairs_save(&t->names, saver);
    records_save(&t->helds, saver);
    records_save(&t->tasks, saver);
    pairs_save(&t->bit_masks, saver);
    pairs_save(&t->forks, saver);
    pairs_save(&t->forked_as, saver);
}

static void save_symmetry(Symmetry *y, Saver *saver)
{
    save_value(saver, y->on);
    save_value(saver, y->follows);
    save_value(saver, y->blind);
    save_value(saver, y->stale);
    save_value(saver, y->used);
    save_value(saver, y->peeks);
    save_value(saver, y->fixed);
    save_value(saver, y->moved);
    save_vec(saver, &y->kinds);
    save_vec(saver, &y->cells);
    save_vec(saver, &y->has_cells);
    save_vec(saver, &y->kin);
    pairs_save(&y->orders, saver);
}

static void save_sharing(Sharing *sharing, Saver *saver)
{
    save_value(saver, sharing->name_asked);
    save_value(saver, sharing->new_lock_word);
    save_vec(saver, &sharing->lock_words);
    save_vec(saver, &sharing->named);
    pairs_save(&sharing->renamings, saver);
    save_vec(saver, &sharing->renamed_to);
}

void machine_save(Machine *m, Saver *saver)
{
    save_tables(&m->tables, saver);
    save_symmetry(&m->symmetry, saver);
    save_sharing(&m->sharing, saver);
    save_value(saver, m->facts.holds);
    save_value(saver, m->doubts.weak_pair);
    save_value(saver, m->doubts.failed_try);
    reason_save(&m->doubts.reason, saver, &m->arena);
    save_vec(saver, &m->nameless.shared_layouts);
    save_value(saver, m->nameless.shares_more);
    save_vec(saver, &m->entries);
    save_value(saver, m->steps_run);
    save_value(saver, m->long_work);
    save_value(saver, m->recall.found);
    if (saver->loads)
        machine_unload(m);
}

void states_save(States *states, Saver *saver)
{
    tree_save(&states->threads, saver);
    pairs_save(&states->suspended, saver);
    pairs_save(&states->states, saver);
    save_vec(saver, &states->told);
}
