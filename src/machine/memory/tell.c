/* tell.c -- what memory did, for those who judge a run: Outcome.accesses.
 *
 * A lock is at its address.  A reader-writer lock that is held for reading is given back at the
 * address behind it: who takes it for reading comes after those who have held it for writing only,
 * and who takes it for writing after all. */
#include "machine/memory.h"

/* The init procedure is no thread's, and what a predicate reads is read by nobody. */
static bool is_told(Machine *m)
{
    return !m->ask && store_thread(m, m->tid.ix);
}

static void tell(Machine *m, MemoryAccess access)
{
    access.pc = m->pc - 1;
    access.shown = machine_user_pc(m, access.pc);
    access.behind = m->result.behind;
    access.waits = m->result.waits;
    m->result.behind = 0;
    m->result.relaxed = false;
    m->result.waits = false;
    if (is_told(m))
        vec_push(&m->result.accesses, access);
}

bool memory_is_library(const Machine *m, const Instr *i)
{
    return i->flags & FLAG_ATOMIC && !instr_is_weak(i) &&
           m->program->procs.at[m->facts.proc_of.at[m->pc - 1]].library;
}

static void tell_cell(Machine *m, const Instr *i, Cell cell, MemoryAccess access)
{
    access.pointer = pointer_make(cell.object, (int32_t)cell.offset);
    access.bytes = raw_cell_bytes(m, cell.type);
    access.order = m->result.relaxed ? ORDER_RELAXED : instr_order(i);
    int32_t offset = (int32_t)cell.offset;
    if (access.order == ORDER_PLAIN &&
        location_widen(m, machine_layout(m, cell.object), &offset, &access.bytes)) {
        access.pointer = pointer_make(cell.object, offset);
        access.many = true; /* bit-fields: bytes in which others touch, too */
    }
    if (memory_is_library(m, i)) {
        if (!instr_synchronises(i))
            return;
        access.deed = access.deed == ACCESS_READ ? ACCESS_ACQUIRE : ACCESS_RELEASE;
        access.order = ORDER_PLAIN;
    }
    tell(m, access);
}

/* The read that belongs to the write; NULL: none does. */
static MemoryAccess *first_half(Machine *m, const Instr *i, Cell cell)
{
    if (!(i->flags & FLAG_UPDATE) || !m->result.accesses.len)
        return NULL;
    MemoryAccess *last = &vec_last(&m->result.accesses);
    bool fits = last->deed == ACCESS_READ && last->order != ORDER_PLAIN &&
                last->pointer == pointer_make(cell.object, (int32_t)cell.offset);
    return fits ? last : NULL;
}

void tell_read(Machine *m, const Instr *i, Cell cell, uint64_t value)
{
    MemoryAccess *first = i->flags & FLAG_OLD ? first_half(m, i, cell) : NULL;
    if (first)
        first->order = instr_order(i);
    else
        tell_cell(m, i, cell, (MemoryAccess){.deed = ACCESS_READ, .read = value});
}

void tell_write(Machine *m, const Instr *i, Cell cell, uint64_t value)
{
    MemoryAccess *read = memory_is_library(m, i) ? NULL : first_half(m, i, cell);
    if (!read) {
        tell_cell(m, i, cell, (MemoryAccess){.deed = ACCESS_WRITE, .written = value});
        return;
    }
    m->result.behind = 0;
    read->deed = ACCESS_UPDATE;
    read->order = instr_order(i);
    read->written = value;
}

void tell_bytes(Machine *m, MemoryDeed deed, uint64_t pointer, uint32_t bytes)
{
    tell(m, (MemoryAccess){.deed = deed, .pointer = pointer, .bytes = bytes, .many = true});
}

void tell_lands(Machine *m, Tid thread, uint64_t pointer)
{
    tell(m, (MemoryAccess){.deed = ACCESS_LANDS, .pointer = pointer, .read = thread.ix});
}

void tell_fence(Machine *m, MemoryOrder order)
{
    tell(m, (MemoryAccess){.deed = ACCESS_FENCE, .order = order});
}

void tell_sync(Machine *m, Sync sync, uint64_t what)
{
    static const MemoryDeed deeds[] = {
        [SYNC_ACQUIRE] = ACCESS_ACQUIRE,
        [SYNC_RELEASE] = ACCESS_RELEASE,
        [SYNC_ACQUIRE_SHARED] = ACCESS_ACQUIRE,
        [SYNC_RELEASE_SHARED] = ACCESS_RELEASE,
        [SYNC_FORK] = ACCESS_FORK,
        [SYNC_END] = ACCESS_END,
        [SYNC_JOIN] = ACCESS_JOIN,
    };
    uint64_t at = sync == SYNC_RELEASE_SHARED ? what + SHARED_OFFSET : what;
    tell(m, (MemoryAccess){.deed = deeds[sync], .pointer = at});
    if (sync == SYNC_ACQUIRE)
        tell(m, (MemoryAccess){.deed = ACCESS_ACQUIRE, .pointer = what + SHARED_OFFSET});
}
