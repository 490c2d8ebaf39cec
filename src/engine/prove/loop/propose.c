/* propose.c -- candidates for the invariants of loops, see loop.c. */
#include "engine/prove/loop/candidate.h"

#include "engine/prove/abs/promise.h"
#include "engine/prove/access/lock.h"
#include "engine/prove/cell/cell.h"
#include "engine/prove/cell/storage.h"
#include "engine/prove/loop/loop.h"
#include "engine/prove/method/flat.h"
#include "engine/prove/model.h"
#include "flow/live.h"
#include "symbolic/candidate.h"

enum { MOST_CANDIDATES = 400, MOST_CONSTANTS = 8 };

void loop_propose(Attempt *f, Candidate candidate)
{
    size_t count = 0;
    for (size_t i = f->candidates.len; i-- > 0 && f->candidates.at[i].head == candidate.head;) {
        Candidate same = f->candidates.at[i]; /* those of a head are proposed in one go */
        same.on = candidate.on;
        same.dropped = false;
        if (memcmp(&same, &candidate, sizeof same) == 0)
            return;
        count++;
    }
    if (count >= MOST_CANDIDATES)
        return;
    candidate.on = NO_TERM;
    vec_push(&f->candidates, candidate);
}

bool loop_sees(const Attempt *f, uint32_t head, uint32_t reg)
{
    uint32_t frame = f->flat.code.at[head].frame;
    for (;; frame = f->flat.frames.at[frame].caller) {
        const FlatFrame *own = &f->flat.frames.at[frame];
        const Proc *proc = &f->program->procs.at[own->proc];
        if (reg >= own->base && reg - own->base < proc->registers.len)
            return proc->registers.at[reg - own->base].name != NULL;
        if (!frame)
            return false;
    }
}

static bool is_integer(Type type)
{
    return type.kind == TYPE_SIGNED || (type.kind == TYPE_UNSIGNED && type.bits > 1);
}

/* `bool` of C has eight bits. */
static bool is_flag(Type type)
{
    return type.kind == TYPE_UNSIGNED && (type.bits == 1 || type.bits == 8);
}

static void compare_constant(Attempt *f, uint32_t head, uint32_t reg, int64_t constant)
{
    Candidate c = {.head = head, .constant = constant};
    c.kind = CANDIDATE_LE;
    c.a = (int32_t)reg;
    c.b = -1;
    loop_propose(f, c);
    c.a = -1;
    c.b = (int32_t)reg;
    loop_propose(f, c);
}

/* Constants that occur together with integers of this type, anywhere in the method. */
static void compare_constants(Attempt *f, uint32_t head, uint32_t reg)
{
    int count = 0;
    vec_each (Code, code, &f->flat.code) {
        const Instr *i = code->instr;
        Ref refs[2];
        uint32_t found = i->op == OP_STORE ? 0 : candidate_constants(i, refs);
        if (!is_integer(i->type) || count >= MOST_CONSTANTS)
            continue;
        for (uint32_t k = 0; k < found; k++, count++)
            compare_constant(f, head, reg, (int64_t)f->program->constants.at[~refs[k]]);
    }
    compare_constant(f, head, reg, 0);
    if (is_flag(flat_register(f, reg)->type))
        compare_constant(f, head, reg, 1);
}

static void compare_registers(Attempt *f, uint32_t head, uint32_t a, uint32_t b)
{
    static const CandidateKind kinds[] = {CANDIDATE_LE, CANDIDATE_LT, CANDIDATE_EQ};
    for (int k = 0; k < 3; k++)
        for (int swap = 0; swap < 2; swap++) {
            Candidate c = {.head = head,
                           .kind = kinds[k],
                           .a = (int32_t)(swap ? b : a),
                           .b = (int32_t)(swap ? a : b)};
            loop_propose(f, c);
        }
}

/* The variables that can be named at the head and are read from there on.  The numbers in others do not
 * matter any more, or not yet; objects may, since invariants speak of them. */
static const bool *find_read(Attempt *f, uint32_t head)
{
    bool *read = arena_array(&f->arena, bool, f->flat.registers + 1);
    uint32_t frame = f->flat.code.at[head].frame, pc = f->flat.code.at[head].pc;
    for (bool inner = false;; inner = true) {
        const FlatFrame *own = &f->flat.frames.at[frame];
        const Proc *proc = &f->program->procs.at[own->proc];
        Live live = {0};
        flow_live(f->program, own->proc, &live);
        for (uint32_t r = 0; r < proc->registers.len; r++)
            read[own->base + r] =
                proc->registers.at[r].name &&
                (inner ? live_across(f->program, &live, pc, r) : live_before(&live, pc, r));
        live_free(&live);
        if (!frame)
            return read;
        pc = f->flat.code.at[own->call].pc;
        frame = own->caller;
    }
}

/* The variables that can be named at the head, the outer ones first. */
static void find_seen(Attempt *f, uint32_t head)
{
    VEC(uint32_t) frames = {0};
    for (uint32_t frame = f->flat.code.at[head].frame;; frame = f->flat.frames.at[frame].caller) {
        vec_push(&frames, frame);
        if (!frame)
            break;
    }
    f->seen.len = 0;
    while (frames.len) {
        const FlatFrame *own = &f->flat.frames.at[vec_pop(&frames)];
        const Proc *proc = &f->program->procs.at[own->proc];
        for (uint32_t k = 0; k < proc->registers.len; k++)
            if (proc->registers.at[k].name)
                vec_push(&f->seen, own->base + k);
    }
    vec_free(&frames);
}

static void propose_numbers(Attempt *f, uint32_t head, const Changes *changes)
{
    const bool *read = find_read(f, head);
    for (size_t n = 0; n < f->seen.len; n++) {
        uint32_t a = f->seen.at[n];
        Type type = flat_register(f, a)->type;
        if (type.kind == TYPE_PTR && changes->regs[a]) {
            Candidate c = {.head = head, .kind = CANDIDATE_NE, .a = (int32_t)a, .b = -1};
            loop_propose(f, c);
        }
        if (!read[a] || !is_integer(type))
            continue;
        if (changes->regs[a])
            compare_constants(f, head, a);
        for (size_t k = n + 1; k < f->seen.len; k++) {
            uint32_t b = f->seen.at[k];
            if ((changes->regs[a] || changes->regs[b]) && read[b] &&
                type_equal(flat_register(f, b)->type, type))
                compare_registers(f, head, a, b);
        }
    }
}

/* Does the pure procedure, or one that it asks, look at the region? */
static bool mentions(const Program *program, uint32_t proc, uint32_t region)
{
    const Proc *p = &program->procs.at[proc];
    for (uint32_t pc = p->begin; pc < p->end; pc++) {
        const Instr *i = &program->code.at[pc];
        bool asks = i->op == OP_CALL || i->op == OP_FORALL || i->op == OP_EACH;
        if ((i->op == OP_LOAD || i->op == OP_HELD) && i->region == region)
            return true;
        if (asks && i->other != proc && mentions(program, i->other, region))
            return true;
    }
    return false;
}

/* Do invariants depend on who holds the lock? */
static bool is_released_for(const Attempt *f, uint32_t cell)
{
    vec_each (Clause, clause, &f->program->invariants)
        if (f->prover->storage->hands_over ||
            mentions(f->program, clause->proc, f->prover->cells.at[cell].region))
            return true;
    return false;
}

static void propose_lock(Attempt *f, uint32_t head, uint32_t cell, int32_t a, int32_t b,
                         uint32_t by)
{
    Candidate c = {.head = head, .kind = CANDIDATE_HELD, .a = a, .b = b, .cell = cell, .by = by};
    loop_propose(f, c);
    c.kind = CANDIDATE_FREE;
    loop_propose(f, c);
    c.kind = CANDIDATE_RELEASED;
    if (f->prover->cells.at[cell].part == PART_OWNER && is_released_for(f, cell))
        loop_propose(f, c);
    c.kind = CANDIDATE_WAS_FREE;
    if (f->abs && f->prover->cells.at[cell].part == PART_OWNER)
        loop_propose(f, c);
    c.kind = CANDIDATE_OTHERS;
    if (f->abs && f->prover->cells.at[cell].part == PART_OWNER &&
        f->prover->cells.at[cell].kind != CELL_GLOBAL && !rwlock_is(f->prover, cell))
        loop_propose(f, c);
}

/* With the register: the lock of the object that it points to, or the element that it counts of a
 * variable, */
void propose_locks_raw(Attempt *f, uint32_t head, uint32_t c, uint32_t r)
{
    const Prover *p = f->prover;
    const Cell *cell = &p->cells.at[c];
    const Register *reg = flat_register(f, r);
    if (reg->type.kind == TYPE_PTR && reg->points == cell->layout && !cell->count)
        propose_lock(f, head, c, (int32_t)r, -1, 0);
    if (cell->kind != CELL_ELEMENT || !is_integer(reg->type))
        return;
    for (uint32_t g = 1; g < p->program->globals.len; g++)
        if (p->program->globals.at[g].layout == cell->layout)
            propose_lock(f, head, c, -1, (int32_t)r, g);
}

/* ... or of the array that a global refers to. */
void propose_locks_typed(Attempt *f, uint32_t head, uint32_t c, uint32_t r)
{
    const Prover *p = f->prover;
    const Cell *cell = &p->cells.at[c];
    Type type = flat_register(f, r)->type;
    if (type.kind == TYPE_PTR && cell->kind == CELL_FIELD)
        propose_lock(f, head, c, (int32_t)r, -1, 0);
    if (cell->kind != CELL_ELEMENT || !is_integer(type))
        return;
    for (uint32_t g = 0; g < p->cells.len; g++)
        if (p->cells.at[g].kind == CELL_GLOBAL && p->cells.at[g].refers == cell->layout)
            propose_lock(f, head, c, -1, (int32_t)r, g);
}

/* Locks that can be named at the head: globals, those of objects in variables, elements of arrays
 * in globals and in variables. */
static void propose_locks(Attempt *f, uint32_t head)
{
    const Prover *p = f->prover;
    for (uint32_t c = 0; c < p->cells.len; c++) {
        const Cell *cell = &p->cells.at[c];
        if ((cell->part != PART_OWNER && cell->part != PART_READERS) || !cell->known)
            continue;
        if (cell->kind == CELL_GLOBAL)
            propose_lock(f, head, c, -1, -1, 0);
        vec_each (uint32_t, r, &f->seen)
            p->storage->propose_locks(f, head, c, *r);
    }
}

/* In C: elements of a member of what a variable points to, with the number in another variable. */
static void propose_elements(Attempt *f, uint32_t head)
{
    const Prover *p = f->prover;
    for (uint32_t c = 0; c < p->cells.len; c++) {
        const Cell *cell = &p->cells.at[c];
        bool lock = (cell->part == PART_OWNER || cell->part == PART_READERS) && cell->count;
        for (size_t n = 0; lock && n < f->seen.len; n++) {
            const Register *reg = flat_register(f, f->seen.at[n]);
            if (reg->type.kind != TYPE_PTR || reg->points != cell->layout)
                continue;
            vec_each (uint32_t, i, &f->seen)
                if (is_integer(flat_register(f, *i)->type))
                    propose_lock(f, head, c, (int32_t)f->seen.at[n], (int32_t)*i, 0);
        }
    }
}

/* The candidate, and the same while a boolean variable is true, or false. */
static void propose_conditional(Attempt *f, Candidate c)
{
    c.a = -1;
    c.constant = 0;
    loop_propose(f, c);
    vec_each (uint32_t, r, &f->seen)
        for (int value = 0; value < 2; value++) {
            c.a = (int32_t)*r;
            c.constant = value;
            if (is_flag(flat_register(f, *r)->type))
                loop_propose(f, c);
        }
}

/* What will be returned has been said, or not yet; if not, it may be a constant. */
static void propose_promises(Attempt *f, uint32_t head)
{
    Candidate c = {.head = head, .kind = CANDIDATE_LATER};
    loop_propose(f, c);
    if (f->returned < 0)
        return;
    c.kind = CANDIDATE_KEPT;
    loop_propose(f, c);
    c.kind = CANDIDATE_PROMISED;
    for (c.set = 0; c.set < 2; c.set++)
        propose_conditional(f, c);
    c.kind = CANDIDATE_UNSAID;
    vec_each (Code, code, &f->flat.code) {
        const Instr *i = code->instr;
        if (code->frame || i->op != OP_MOV || i->a >= 0 || i->dst != (int32_t)promise_variable(f))
            continue;
        c.set = f->program->constants.at[~i->a];
        propose_conditional(f, c);
    }
    Candidate at = {.head = head, .kind = CANDIDATE_AT, .a = -1};
    for (uint32_t p = 0; p < f->nfa.positions; p++)
        for (at.by = 1; at.by <= 2; at.by++) {
            at.set = (uint64_t)1 << p;
            loop_propose(f, at);
        }
}

static void propose_blocks(Attempt *f, uint32_t head)
{
    Candidate c = {.head = head, .kind = CANDIDATE_OLD};
    for (uint32_t n = 0; n < f->prover->cells.len; n++) {
        c.cell = n;
        if (f->prover->cells.at[n].part == PART_MADE ||
            (f->passes.written[n] && !cell_grows(&f->prover->cells.at[n])))
            loop_propose(f, c);
    }
    Candidate at = {.head = head, .kind = CANDIDATE_AT, .a = -1};
    uint32_t most = f->nfa.positions <= 5 ? f->nfa.positions : 0;
    for (uint32_t p = 0; p < f->nfa.positions; p++) {
        at.set = (uint64_t)1 << p;
        propose_conditional(f, at);
    }
    for (uint64_t set = 1; set < (uint64_t)1 << most; set++) {
        at.set = set;
        loop_propose(f, at);
    }
    at.set = ((uint64_t)1 << f->nfa.positions) - 1;
    loop_propose(f, at);
    Candidate hint = {.head = head, .kind = CANDIDATE_HINT};
    loop_propose(f, hint);
    if (f->way.promises)
        propose_promises(f, head);
}

/* Where may the method stand before each round of what a callee does any number of times? */
static void propose_stars(Attempt *f, uint32_t code)
{
    const Spec *spec =
        &f->program->specs.at[f->prover->spec_of.at[f->flat.code.at[code].instr->other]];
    uint32_t most = f->nfa.positions <= 5 ? f->nfa.positions : 0;
    for (size_t k = 0; k < spec->performs.len; k++) {
        Candidate c = {.head = code, .kind = CANDIDATE_STAR, .constant = (int64_t)k};
        for (uint32_t p = 0; p < f->nfa.positions && spec->performs.at[k].op == SPEC_STAR; p++) {
            c.set = (uint64_t)1 << p;
            loop_propose(f, c);
        }
        for (c.set = 1; c.set < (uint64_t)1 << most && spec->performs.at[k].op == SPEC_STAR;
             c.set++)
            loop_propose(f, c);
    }
}

bool loop_touches(const Attempt *f, const Cell *cell)
{
    vec_each (Code, code, &f->flat.code)
        if ((code->instr->op == OP_LOAD || code->instr->op == OP_STORE) &&
            code->instr->region == cell->region)
            return true;
    return false;
}

/* In C the members of an object that is not guarded by a lock of its own. */
static bool has_owner(const Prover *p, const Cell *cell)
{
    return cell->part == PART_NONE && cell->known && cell->access >= 0 &&
           (p->storage->by_field || (!cell->many && p->met));
}

/* What a predicate of the user gives to one thread at a time: an owner may be found in a loop. */
static void propose_owned(Attempt *f, uint32_t head, const Changes *changes)
{
    const Prover *p = f->prover;
    for (uint32_t n = 0; n < p->cells.len; n++) {
        const Cell *cell = &p->cells.at[n];
        Candidate c = {.head = head, .kind = CANDIDATE_MINE, .b = -1, .cell = n};
        if (!has_owner(p, cell) || (p->storage->by_field && !loop_touches(f, cell)))
            continue;
        if (cell->kind == CELL_GLOBAL)
            propose_conditional(f, c);
        for (size_t k = 0; k < f->seen.len && cell->kind == CELL_FIELD; k++) {
            uint32_t r = f->seen.at[k];
            const Register *reg = flat_register(f, r);
            bool points =
                reg->type.kind == TYPE_PTR && (!p->storage->layouts || reg->points == cell->layout);
            c.b = (int32_t)r;
            c.a = -1;
            c.constant = 0;
            if (!points)
                continue;
            if (!p->storage->by_field)
                loop_propose(f, c);
            else if (!changes->regs[r])
                propose_conditional(f, c);
        }
    }
}

static bool has_lock(const Prover *p, uint32_t layout)
{
    vec_each (Cell, cell, &p->cells)
        if (layout && cell->layout == layout && cell->part == PART_OWNER)
            return true;
    return false;
}

/* In C: what the loop comes to belongs to the same object with a lock. */
static void propose_links(Attempt *f, uint32_t head, const Changes *changes)
{
    const Prover *p = f->prover;
    for (uint32_t n = 0; n < p->cells.len && p->met; n++) {
        const Cell *cell = &p->cells.at[n];
        if (cell->kind != CELL_FIELD || cell->type.kind != TYPE_PTR || !has_lock(p, cell->points))
            continue;
        vec_each (uint32_t, r, &f->seen)
            vec_each (uint32_t, to, &f->seen) {
                const Register *reg = flat_register(f, *r), *other = flat_register(f, *to);
                Candidate c = {.head = head,
                               .kind = CANDIDATE_LINK,
                               .a = (int32_t)*to,
                               .b = (int32_t)*r,
                               .cell = n};
                if (reg->type.kind == TYPE_PTR && reg->points == cell->layout &&
                    changes->regs[*r] && other->type.kind == TYPE_PTR &&
                    other->points == cell->points)
                    loop_propose(f, c);
            }
    }
}

static bool makes(const Attempt *f, uint32_t layout)
{
    vec_each (Code, code, &f->flat.code)
        if (code->instr->op == OP_ALLOC && code->instr->other == layout)
            return true;
    return false;
}

/* The fields of a new object, until the loop puts it where others find it. */
static void propose_zeros(Attempt *f, uint32_t head, const Changes *changes)
{
    for (uint32_t n = 0; n < f->prover->cells.len && f->prover->storage->by_field; n++) {
        const Cell *cell = &f->prover->cells.at[n];
        Candidate c = {.head = head, .kind = CANDIDATE_ZERO, .cell = n};
        if (!changes->cells[n] || cell->kind != CELL_FIELD || cell->part != PART_NONE ||
            !cell->known || !makes(f, cell->layout))
            continue;
        vec_each (uint32_t, r, &f->seen) {
            c.b = (int32_t)*r;
            if (!changes->regs[*r] && flat_register(f, *r)->type.kind == TYPE_PTR)
                propose_conditional(f, c);
        }
    }
}

/* Objects that are made outside of the loop. */
static void propose_fresh(Attempt *f, uint32_t head)
{
    Candidate c = {.head = head, .kind = CANDIDATE_FRESH};
    for (uint32_t code = 0; code < f->flat.code.len; code++) {
        bool inside = false;
        if (f->flat.code.at[code].instr->op != OP_ALLOC)
            continue;
        vec_each (uint64_t, pair, &f->flat.in_loop)
            inside = inside || *pair == ((uint64_t)head << 32 | code);
        c.cell = code;
        if (!inside)
            propose_conditional(f, c);
    }
}

/* Where a cell is what it was when the block began, so are all but some of its places, and what a
 * place was then is what it is now. */
static void find_implied(Attempt *f)
{
    vec_each (Candidate, c, &f->candidates) {
        bool weak = c->kind == CANDIDATE_REST || c->kind == CANDIDATE_LISTED ||
                    (c->kind == CANDIDATE_KEEPS && c->by);
        for (uint32_t i = 0; weak && i < f->candidates.len; i++) {
            const Candidate *o = &f->candidates.at[i];
            if (o->kind == CANDIDATE_OLD && o->head == c->head && o->cell == c->cell)
                c->implied_by = i + 1;
        }
    }
}

bool candidate_sleeps(const Attempt *f, const Candidate *c)
{
    assert(c->implied_by <= f->candidates.len);
    return f->way.sparing && c->implied_by;
}

bool candidate_was_missed(const Attempt *f)
{
    vec_each (Candidate, c, &f->candidates)
        if (candidate_sleeps(f, c) && f->candidates.at[c->implied_by - 1].dropped)
            return true;
    return false;
}

void loop_candidates(Attempt *f)
{
    for (uint32_t head = 0; head < f->flat.code.len; head++) {
        if (f->abs && f->flat.code.at[head].kind == CODE_SPEC)
            propose_stars(f, head);
        if (!f->flat.code.at[head].head)
            continue;
        Changes changes = loop_changes(f, head);
        find_seen(f, head);
        propose_numbers(f, head, &changes);
        propose_locks(f, head);
        propose_fresh(f, head);
        propose_owned(f, head, &changes);
        propose_links(f, head, &changes);
        propose_zeros(f, head, &changes);
        field_candidates(f, head, changes.regs);
        if (f->abs)
            propose_blocks(f, head);
        propose_elements(f, head);
        change_frame(f, head, &changes);
        if (f->abs)
            change_candidates(f, head, &changes);
        else
            measure_candidates(f, head, changes.regs);
    }
    find_implied(f);
    for (size_t i = 0; i < f->candidates.len; i++) {
        char name[40];
        snprintf(name, sizeof name, "invariant %zu", i);
        f->candidates.at[i].on = term_variable(&f->terms, name, SORT_BOOL);
    }
}
