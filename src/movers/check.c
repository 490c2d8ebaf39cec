/* check.c -- what must be true of the discipline as a whole, for the hard build. */
#include "movers/movers.h"

/* What is kept is a name that means the same lock in every state: of a global, or relative. */
static void check_guard(const Movers *v, const Guard *guard)
{
    bool relative =
        guard->kind == GUARD_SELF || guard->kind == GUARD_ONLY || guard->kind == GUARD_ROW;
    assert(relative ? !guard->object : guard->object && guard->object < v->program->globals.len);
    assert(guard->kind != GUARD_ROW ||
           (guard->rows.count > 1 && guard->rows.pitch > 0 && guard->rows.step > 0));
    assert(guard->kind != GUARD_ONLY || (guard->layout && guard->layout < v->kin.len));
}

/* From search to search rules only get weaker, so there are finitely many searches. */
static void check_rule(const Movers *v, Rule *rule)
{
    vec_each (const Guard, guard, &rule->guards)
        check_guard(v, guard);
    assert((rule->kind == RULE_GUARDED) == (rule->guards.len > 0));
    assert(rule->kind >= rule->was);
    assert(rule->kind != RULE_GUARDED || rule->was != RULE_GUARDED ||
           rule->guards.len <= rule->guards_were);
    assert(!rule->broken.pc || rule->kind != RULE_READ_ONLY);
    assert(!rule->rival.pc || rule->broken.pc);
    assert(rule->kind == RULE_GUARDED || rule->doubted <= 1);
    rule->was = rule->kind;
    rule->guards_were = (uint32_t)rule->guards.len;
}

/* Each lock cell is there once, so that all that is known of it is found in one place. */
static void check_locks(const Movers *v)
{
    bool overwritten = false;
    vec_each (const LockCell, lock, &v->locks) {
        const Layout *layout = &v->program->layouts.at[lock->layout];
        bool elements = layout->kind == LAYOUT_ARRAY || layout->kind == LAYOUT_RAW;
        assert(lock->offset >= 0);
        assert(!elements || !layout->size || lock->offset < (int32_t)layout->size);
        overwritten |= lock->overwritten;
        for (const LockCell *other = v->locks.at; other < lock; other++)
            assert(other->layout != lock->layout || other->offset != lock->offset);
    }
    assert(overwritten == v->overwritten);
}

void movers_check(Movers *v)
{
    vec_each (Rule, rule, &v->rules)
        check_rule(v, rule);
    assert(!v->rules.len || v->rules.at[0].kind == RULE_READ_ONLY); /* memory without a name */
    vec_each (const RaceMark, mark, &v->racing)
        assert(!((mark->writes | mark->loose) & ~mark->any));
    vec_each (const uint32_t, owner, &v->word_owner)
        assert(*owner);
    assert(v->word_owner.len == v->words.at.len);
    check_locks(v);
}
