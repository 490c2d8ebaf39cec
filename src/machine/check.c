/* check.c -- what must be true of all facts, local stores and objects, for the hard build. */
#include "machine/internal.h"

/* A program counter has the registers of its own procedure, each once, in order. */
void check_facts(const Machine *m)
{
    const Facts *facts = &m->facts;
    for (uint32_t pc = 0; pc < m->program->code.len; pc++) {
        const Proc *proc = &m->program->procs.at[facts->proc_of.at[pc]];
        const Keep *keep = keep_at(m, pc);
        assert(facts->keep_of.at[pc] < facts->keeps.len);
        assert(keep->first + keep->len <= facts->kept.len);
        for (uint32_t k = 0; k < keep->len; k++) {
            uint32_t kept = facts->kept.at[keep->first + k], reg = KEPT_REGISTER(kept);
            bool pointer = (kept & (uint32_t)KEPT_POINTER) != 0;
            assert(reg < proc->registers.len);
            assert(!k || KEPT_REGISTER(facts->kept.at[keep->first + k - 1]) < reg);
            assert(pointer == (proc->registers.at[reg].type.kind == TYPE_PTR));
        }
    }
    vec_each (uint32_t, root, &facts->roots)
        assert(*root < m->program->globals.len && !facts->is_small.at[*root]);
}

/* A local store stands where one may be kept; its masks are there only if one is not zero. */
void check_locals(const Machine *m)
{
    const Records *locals = &m->tables.locals;
    for (uint32_t l = 1; l <= records_count(locals); l++) {
        const uint64_t *record = records_get(locals, l);
        uint32_t pc = (uint32_t)record[0], len = records_len(locals, l) - 1;
        assert(pc < m->program->code.len && m->facts.keep_of.at[pc]);
        uint32_t kept = keep_at(m, pc)->len;
        bool masked = (record[0] >> 32 & FRAME_MASKED) != 0;
        uint64_t any = 0;
        assert(len == (masked ? 2 * kept : kept));
        for (uint32_t k = kept; k < len; k++)
            any |= record[1 + k];
        assert(masked == (any != 0));
    }
}

static bool is_kept_as_it_is(const Machine *m, uint32_t object)
{
    return object < m->facts.is_small.len && m->facts.is_small.at[object];
}

/* The leaf has what the slot has. */
static void check_object(const Machine *m, const Slot *slot, uint32_t leaf)
{
    const uint64_t *record = records_get(&m->tables.objects, leaf);
    assert(slot->size == record[0] >> 32 && slot->layout < m->program->layouts.len);
    assert(records_len(&m->tables.objects, leaf) >= 1 + (slot->size + 7) / 8);
    assert(memcmp(record + 1, slot->bytes, slot->size) == 0);
    assert(slot->layout || !slot->size); /* what was freed has no bytes */
    assert(!slot->raw || m->program->layouts.at[slot->layout].kind == LAYOUT_RAW);
}

/* Objects that were not written to are as they were loaded, the others as they are now; each of
 * these is noted once. */
void check_store(const Machine *m, GlobalId g)
{
    size_t dirty = 0;
    for (uint32_t k = 1; k < m->store.slots.len; k++) {
        const Slot *slot = &m->store.slots.at[k];
        dirty += slot->dirty;
        if (private_has(m, k))
            continue;
        uint32_t leaf = tree_leaf(&m->tables.globals, g.ix, k);
        assert(slot->dirty || leaf == slot->leaf);
        if (slot->bytes && !is_kept_as_it_is(m, k))
            check_object(m, slot, leaf);
    }
    assert(dirty == m->store.dirty.len);
    uint32_t threads = tree_leaf(&m->tables.globals, g.ix, 0);
    assert(m->store.threads_dirty || threads == m->store.slots.at[0].leaf);
}
