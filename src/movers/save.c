/* save.c -- see save.h.  knowledge.c has the same as a hash. */
#include "movers/save.h"

#include "base/intern_save.h"

static void save_rule(Rule *rule, Saver *saver)
{
    Rule copy = *rule;
    memset(&copy.guards, 0, sizeof copy.guards);
    save_value(saver, copy);
    if (saver->loads) {
        vec_free(&rule->guards);
        *rule = copy;
        memset(&rule->guards, 0, sizeof rule->guards);
    }
    save_vec(saver, &rule->guards);
}

static void save_lock(OwnLock *lock, Saver *saver)
{
    OwnLock copy = *lock;
    memset(&copy.taken, 0, sizeof copy.taken);
    save_value(saver, copy);
    if (saver->loads) {
        *lock = copy;
        memset(&lock->taken, 0, sizeof lock->taken);
    }
    save_vec(saver, &lock->taken);
}

static void save_own(OwnLocks *own, Saver *saver)
{
    uint64_t count = save_length(saver, own->all.len, 1);
    if (saver->loads) {
        own->all.len = 0;
        vec_resize(&own->all, count);
    }
    vec_each (OwnLock, lock, &own->all)
        save_lock(lock, saver);
    save_value(saver, own->on);
    save_value(saver, own->finds);
    save_vec(saver, &own->looks);
    pairs_save(&own->waits, saver);
    save_vec(saver, &own->known);
    pairs_save(&own->numbers, saver);
    save_vec(saver, &own->known_numbers);
}

void movers_save(Movers *v, Saver *saver)
{
    if (save_number(saver, v->rules.len) != v->rules.len)
        saver->why = "it is about another program";
    for (size_t k = 0; k < v->rules.len && !saver->why; k++)
        save_rule(&v->rules.at[k], saver);
    save_vec(saver, &v->may_wait);
    save_vec(saver, &v->yields);
    save_vec(saver, &v->firsts);
    save_vec(saver, &v->moved);
    save_vec(saver, &v->racing);
    save_vec(saver, &v->heeded);
    save_vec(saver, &v->again.counts);
    save_vec(saver, &v->locks);
    save_vec(saver, &v->kin);
    pairs_save(&v->words, saver);
    save_vec(saver, &v->word_owner);
    save_vec(saver, &v->word_counts);
    save_value(saver, v->overwritten);
    save_value(saver, v->races_first);
    save_value(saver, v->waits_first);
    save_value(saver, v->broken);
    save_value(saver, v->order.on);
    save_value(saver, v->marks);
    save_value(saver, v->most_forks);
    save_value(saver, v->transactions);
    save_value(saver, v->actions);
    save_own(&v->own, saver);
}

void persistent_save(Persistent *p, Saver *saver)
{
    save_value(saver, p->on);
    save_value(saver, p->tries);
    save_value(saver, p->wins);
    save_vec(saver, &p->onward);
}
