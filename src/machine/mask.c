/* mask.c -- registers with bits that were never written.
 *
 * A word of memory may be written in part: a struct with padding is passed in a register, a field
 * of a few bits is written into fresh memory.  To move such a word is right, and so is all that
 * comes to the same whatever those bits are.  So a register has a mask of the bits that depend on
 * what was never written; its value is what comes of it if all that was zero.  Where such a bit
 * decides something, a way to go or an address, it is an error.  (Where the program does not ask
 * for that, and where the mask could say too much, it is a doubt, and the run goes on with that
 * value: it is a run of the program on memory that happened to be zero.)
 *
 * The masks are there only in a run that has loaded such a word (Machine.masked); all other runs
 * pay for one test an instruction. */
#include "machine/internal.h"

#include "ir/shape.h"

static uint64_t *mask_at(Machine *m, Ref ref)
{
    hard_assert(m->masked && ref >= 0);
    return &m->masks.at[(size_t)(m->regs - m->registers.at) + (size_t)ref];
}

uint64_t mask_of(Machine *m, Ref ref)
{
    return m->masked && ref >= 0 ? *mask_at(m, ref) : 0;
}

void mask_room(Machine *m, uint32_t base, size_t registers)
{
    vec_reserve(&m->masks, base + registers + 1);
    memset(m->masks.at + base, 0, registers * sizeof *m->masks.at);
}

void mask_pass(Machine *m, uint32_t base, const List *args, uint32_t params)
{
    for (uint32_t i = 0; i < args->len && i < params; i++)
        m->masks.at[base + i] = mask_of(m, args->at[i]);
}

void mask_begin(Machine *m)
{
    if (m->masked)
        return;
    m->masked = true;
    if (m->frames.len) {
        const Frame *top = &vec_last(&m->frames);
        mask_room(m, 0, top->base + m->program->procs.at[top->proc].registers.len);
    }
}

/* A value that was never written is taken as zero; what comes of it is not known for every value.
 */
void mask_doubt(Machine *m)
{
    uint32_t pc = m->pc - 1;
    if (!m->program->procs.at[m->facts.proc_of.at[pc]].library)
        run_doubt(m, "memory that was never written is read, and taken as zero, one value of many; "
                     "give it a value first");
}

/* Something depends on such a bit; false: the run has failed. */
static bool depends(Machine *m)
{
    if (m->program->unwritten_any) {
        mask_doubt(m);
        return true;
    }
    run_fail(m, ERR_UNINITIALISED, "this depends on memory that was never written");
    return false;
}

bool mask_decides(Machine *m, Ref ref)
{
    return !mask_of(m, ref) || depends(m);
}

static bool is_integer(Type type)
{
    return type.kind == TYPE_SIGNED || type.kind == TYPE_UNSIGNED;
}

/* Sets the mask of a result.  Pointers become null: memory keeps either a pointer or a mask. */
static void set_mask(Machine *m, Ref dst, Type type, uint64_t mask)
{
    if (is_integer(type))
        mask = value_fit(type, mask);
    else if (type.kind == TYPE_FLOAT) {
        mask &= type.bits == 64 ? UINT64_MAX : UINT32_MAX;
        m->regs[dst] &= ~mask;
    } else if (mask) {
        mask = UINT64_MAX;
        m->regs[dst] = 0;
    }
    *mask_at(m, dst) = mask;
}

void mask_loaded(Machine *m, const Instr *i, uint64_t mask)
{
    mask_begin(m);
    set_mask(m, i->dst, i->type, mask);
}

/* ---- what comes of masks ---- */

typedef struct Operand {
    uint64_t value, mask; /* masked bits of the value are zero */
} Operand;

static Operand operand(Machine *m, Ref ref)
{
    uint64_t mask = mask_of(m, ref);
    return (Operand){get(m, ref) & ~mask, mask};
}

/* The least and the greatest value, as 64 bits that are compared without sign. */
static void bounds_of(Type type, Operand x, uint64_t *least, uint64_t *most)
{
    const uint64_t sign = (uint64_t)1 << 63;
    hard_assert(!(x.value & x.mask));
    *least = x.value;
    *most = x.value | x.mask;
    if (type.kind != TYPE_SIGNED)
        return;
    uint64_t low = type.bits >= 64 ? ~sign : ((uint64_t)1 << (type.bits - 1)) - 1;
    *least = (x.value | (x.mask & ~low)) ^ sign;
    *most = (x.value | (x.mask & low)) ^ sign;
}

/* Whether a comparison may go both ways. */
static bool is_open(const Instr *i, Operand a, Operand b)
{
    uint64_t any = a.mask | b.mask, least_a, most_a, least_b, most_b;
    if (!any || !is_integer(i->type))
        return any != 0;
    if (i->op == OP_EQ || i->op == OP_NE)
        return ((a.value ^ b.value) & ~any) == 0;
    bounds_of(i->type, a, &least_a, &most_a);
    bounds_of(i->type, b, &least_b, &most_b);
    return i->op == OP_LT ? least_a < most_b && most_a >= least_b
                          : least_a <= most_b && most_a > least_b;
}

/* The amount is known. */
static uint64_t shifted(const Instr *i, uint64_t mask, uint64_t amount)
{
    amount %= i->type.bits;
    if (i->op == OP_SHL)
        return mask << amount;
    return i->type.kind == TYPE_SIGNED ? (uint64_t)((int64_t)mask >> amount) : mask >> amount;
}

/* Of a product, quotient or remainder by a number that is known; false: bits could be in it that
 * are the same for all values. */
static bool scaled(const Instr *i, Operand x, uint64_t by, uint64_t *mask)
{
    bool power = by && (by & (by - 1)) == 0;
    bool natural = i->type.kind == TYPE_UNSIGNED && power;
    uint64_t all = i->type.bits >= 64 ? UINT64_MAX : ((uint64_t)1 << i->type.bits) - 1;
    bool whole = (x.mask & all) == all;
    if (i->op == OP_MUL && (!by || power || whole)) /* odd numbers lose nothing */
        *mask = by ? x.mask << __builtin_ctzll(by) : 0;
    else if (i->op == OP_DIV && natural)
        *mask = x.mask >> __builtin_ctzll(by);
    else if (i->op == OP_REM && natural)
        *mask = x.mask & (by - 1);
    else
        return false;
    return true;
}

/* Of an integer operation without `.trap`; `sure`: a bit of the mask can really be either. */
static uint64_t integer_mask(const Instr *i, Operand a, Operand b, bool *sure)
{
    uint64_t any = a.mask | b.mask;
    if (i->op == OP_AND)
        return (a.mask & b.mask) | (a.mask & b.value) | (b.mask & a.value);
    if (i->op == OP_OR)
        return (a.mask & b.mask) | (a.mask & ~b.value) | (b.mask & ~a.value);
    if (i->op == OP_XOR)
        return any;
    if (i->op == OP_ADD)
        return any | ((a.value + b.value) ^ ((a.value | a.mask) + (b.value | b.mask)));
    if (i->op == OP_SUB)
        return any | ((a.value - (b.value | b.mask)) ^ ((a.value | a.mask) - b.value));
    if (i->op == OP_SHL || i->op == OP_SHR)
        return shifted(i, a.mask, b.value);
    assert(i->op == OP_MUL || i->op == OP_DIV || i->op == OP_REM);
    if (!b.mask)
        *sure = scaled(i, a, b.value, &any);
    else
        *sure = !a.mask && i->op == OP_MUL && scaled(i, b, a.value, &any);
    return any;
}

/* Of any operation on values, of which at least one has a mask.  An instruction whose row in ir/op.def says
 * COMPUTED has a case here. */
static uint64_t result_mask(const Instr *i, Operand a, Operand b, bool *sure)
{
    bool integers = is_integer(i->type);
    switch ((Op)i->op) {
    case OP_MOV:
    case OP_NOT:
        return a.mask;
    case OP_NEG: /* a float whose sign changes keeps its bits */
        return integers
                   ? integer_mask(&(Instr){.op = OP_SUB, .type = i->type}, (Operand){0}, a, sure)
                   : a.mask;
    case OP_EQ:
    case OP_NE:
    case OP_LT:
    case OP_LE:
        *sure = !(i->flags & FLAG_ATOMIC); /* an atomic exchange also compares padding */
        return is_open(i, a, b);
    case OP_CAST:
        return integers && is_integer(i->from) ? a.mask : UINT64_MAX;
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_DIV:
    case OP_REM:
    case OP_AND:
    case OP_OR:
    case OP_XOR:
    case OP_SHL:
    case OP_SHR:
        return integers ? integer_mask(i, a, b, sure) : UINT64_MAX;
    case OP_MATH:
    case OP_INDEX:
    case OP_FIELD:
    case OP_DISTANCE:
        return UINT64_MAX;
    case OP_FORGET:
    case OP_LOAD ... OP_NUMBER:
    case OPS:
        break;
    }
    assert(!"an instruction that is COMPUTED in op.def has a case");
    return UINT64_MAX;
}

/* An operation on values.  False: the run has failed. */
static bool compute(Machine *m, const Instr *i, uint64_t *mask)
{
    bool two = i->op != OP_MOV && i->op != OP_NOT && i->op != OP_NEG && i->op != OP_CAST &&
               i->op != OP_FIELD;
    Operand a = operand(m, i->a), b = two ? operand(m, i->b) : (Operand){0};
    bool sure = true, any = m->program->unwritten_any;
    *mask = a.mask | b.mask;
    if (!*mask || i->op == OP_MOV || (i->op == OP_FIELD && !any))
        return true;
    bool shift = i->op == OP_SHL || i->op == OP_SHR, divides = i->op == OP_DIV || i->op == OP_REM;
    if ((i->flags & FLAG_TRAP) || (b.mask && (shift || divides)))
        return depends(m) && (*mask = 0, true);
    *mask = result_mask(i, a, b, &sure);
    bool number = is_integer(i->type) && (i->op != OP_CAST || is_integer(i->from));
    if (*mask && (!sure || (!number && any))) {
        mask_doubt(m);
        *mask = 0;
    }
    return true;
}

/* ---- instructions ---- */

static void clear_results(Machine *m, const Instr *i)
{
    const List *dsts = &m->program->lists.at[i->dsts];
    for (const char *c = op_info[i->op].shape; *c; c++)
        if (*c == 'd')
            *mask_at(m, i->dst) = 0;
        else if (*c == 'D')
            for (uint32_t k = 0; k < dsts->len; k++)
                *mask_at(m, dsts->at[k]) = 0;
}

/* All operands decide. */
static bool all_decide(Machine *m, const Instr *i)
{
    const List *list = &m->program->lists.at[i->list];
    bool fine = true;
    for (const char *c = op_info[i->op].shape; *c && fine; c++)
        if (strchr("aAf", *c))
            fine = mask_decides(m, i->a);
        else if (strchr("bBi", *c))
            fine = mask_decides(m, i->b);
        else if (*c == 'l' || *c == 'g')
            for (uint32_t k = 0; k < list->len && fine; k += *c == 'g' ? 2 : 1)
                fine = mask_decides(m, list->at[k]);
    return fine;
}

static void act_return(Machine *m, const Instr *i, Action *action)
{
    const List *values = &m->program->lists.at[i->list];
    uint64_t any = 0;
    m->moved.len = 0;
    for (uint32_t k = 0; k < values->len; k++) {
        vec_push(&m->moved, mask_of(m, values->at[k]));
        any |= m->moved.at[k];
    }
    uint32_t pc = m->pc;
    action(m, i);
    if (m->status == FINISHED && any) {
        m->pc = pc;
        mask_doubt(m);
    }
    if (m->status != RUNNING)
        return;
    hard_assert(m->program->code.at[m->pc - 1].op == OP_CALL ||
                m->program->code.at[m->pc - 1].op == OP_CALLPTR);
    const List *dsts = &m->program->lists.at[m->program->code.at[m->pc - 1].dsts];
    for (uint32_t k = 0; k < dsts->len; k++)
        *mask_at(m, dsts->at[k]) = k < m->moved.len ? m->moved.at[k] : 0;
}

static void act_compute(Machine *m, const Instr *i, Action *action)
{
    uint64_t mask;
    if (!compute(m, i, &mask))
        return;
    action(m, i);
    if (m->status == RUNNING)
        set_mask(m, i->dst, instr_result(i), mask);
}

/* What is passed to a procedure is passed with its masks: frame_push. */
static void act_own(Machine *m, const Instr *i, Action *action)
{
    bool addresses = i->op == OP_LOAD || i->op == OP_STORE || i->op == OP_CALLPTR;
    bool passes = i->op == OP_CALL || i->op == OP_CLAIM || i->op == OP_FORK;
    assert(addresses || passes || i->op == OP_RETURN);
    if (i->op == OP_RETURN) {
        act_return(m, i, action);
        return;
    }
    if (addresses && !mask_decides(m, i->a))
        return;
    if (i->op == OP_LOAD)
        *mask_at(m, i->dst) = 0;
    action(m, i);
    if (i->op == OP_FORK)
        *mask_at(m, i->dst) = 0;
}

void mask_act(Machine *m, const Instr *i, Action *action)
{
    switch (op_info[i->op].unwritten) {
    case UNWRITTEN_COMPUTED:
        act_compute(m, i, action);
        return;
    case UNWRITTEN_OWN:
        act_own(m, i, action);
        return;
    case UNWRITTEN_DECIDES:
        if (!all_decide(m, i))
            return;
        clear_results(m, i);
        action(m, i);
    }
}
