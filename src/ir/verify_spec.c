/* verify_spec.c -- are the specifications of procedures well-formed, and the claims in the code? */
#include "ir/verify.h"

/* Is it a pure procedure (tid, the procedure's parameters, perhaps its results) -> these? */
static bool check_pure_proc(Verifier *v, const Proc *method, uint32_t index, bool with_results,
                            const Type *results, size_t count)
{
    const Program *p = v->program;
    if (index >= p->procs.len)
        return verify_fails(v, "the specification of %s names a procedure that does not exist",
                            method->name);
    const Proc *proc = &p->procs.at[index];
    size_t params = 1 + method->params + (with_results ? method->results.len : 0);
    if (program_is_raw(p) && proc->params == 1 + method->params)
        params = proc->params; /* in C only those that name the result have it */
    bool right = proc->pure && proc->params == params && proc->registers.len >= params &&
                 proc->results.len == count;
    for (size_t i = 0; right && i < params; i++) {
        Type want = i == 0                ? TYPE_THREAD
                    : i <= method->params ? method->registers.at[i - 1].type
                                          : method->results.at[i - 1 - method->params];
        right = type_equal(proc->registers.at[i].type, want);
    }
    for (size_t i = 0; right && i < count; i++)
        right = type_equal(proc->results.at[i], results[i]);
    return right ||
           verify_fails(v, "%s does not fit the specification of %s", proc->name, method->name);
}

static bool check_action(Verifier *v, const Proc *method, const ActionSpec *action)
{
    static const Type truth[] = {{TYPE_UNSIGNED, 1}}, place[] = {{TYPE_PTR, 64}, {TYPE_SIGNED, 64}};
    vec_each (Clause, clause, &action->clauses)
        if (!check_pure_proc(v, method, clause->proc, true, truth, 1))
            return false;
    vec_each (Modified, modified, &action->modifies) {
        if (program_is_raw(v->program)) { /* the address tells all */
            if (modified->everywhere || !check_pure_proc(v, method, modified->proc, true, place, 1))
                return false;
            continue;
        }
        if (!modified->region || modified->region >= v->program->regions.len)
            return verify_fails(v, "an action of %s modifies a region that does not exist",
                                method->name);
        if (!modified->everywhere && !check_pure_proc(v, method, modified->proc, true, place, 2))
            return false;
    }
    return true;
}

/* Does the postfix expression make one value of many? */
static bool check_performs(Verifier *v, const Proc *method, const Spec *spec)
{
    size_t depth = 0;
    bool right = true;
    vec_each (SpecStep, step, &spec->performs) {
        size_t takes = step->op == SPEC_ACTION ? 0 : step->op == SPEC_STAR ? 1 : 2;
        right = right && depth >= takes &&
                (step->op != SPEC_ACTION || step->action < spec->actions.len);
        depth = right ? depth - takes + 1 : 0;
    }
    if (right && depth == (spec->performs.len > 0))
        return true;
    return verify_fails(v, "the performs of %s is malformed", method->name);
}

static bool check_spec(Verifier *v, const Spec *spec)
{
    static const Type truth[] = {{TYPE_UNSIGNED, 1}};
    const Program *p = v->program;
    if (spec->proc >= p->procs.len)
        return verify_fails(v, "there is a specification of a procedure that does not exist");
    const Proc *method = &p->procs.at[spec->proc];
    for (const Spec *other = p->specs.at; other < spec; other++)
        if (other->proc == spec->proc)
            return verify_fails(v, "there are two specifications of %s", method->name);
    vec_each (Clause, clause, &spec->requires)
        if (!check_pure_proc(v, method, clause->proc, false, truth, 1))
            return false;
    vec_each (ActionSpec, action, &spec->actions)
        if (!check_action(v, method, action))
            return false;
    return check_performs(v, method, spec);
}

/* The operands are the thread, then the arguments and results of the procedure. */
static bool fits_spec(const Verifier *v, const Instr *i)
{
    const Program *p = v->program;
    if (i->offset < 0 || (size_t)i->offset >= p->specs.len)
        return false;
    const Proc *proc = &p->procs.at[p->specs.at[i->offset].proc];
    return p->lists.at[i->list].len == 1 + proc->params + proc->results.len;
}

bool verify_specs(Verifier *v)
{
    const Program *p = v->program;
    v->pc = 0;
    vec_each (Spec, spec, &p->specs)
        if (!check_spec(v, spec))
            return false;
    vec_each (Clause, clause, &p->invariants) {
        const Proc *proc = clause->proc < p->procs.len ? &p->procs.at[clause->proc] : NULL;
        if (!proc || !proc->pure || proc->params != 1 ||
            !type_equal(proc->registers.at[0].type, TYPE_THREAD) || proc->results.len != 1 ||
            !type_equal(proc->results.at[0], TYPE_U1))
            return verify_fails(v, "an invariant has no procedure that fits it");
    }
    for (v->pc = 1; v->pc < p->code.len; v->pc++) {
        const Instr *i = &p->code.at[v->pc];
        bool ranges = i->op == OP_FORALL || i->op == OP_EACH;
        if (i->op == OP_PERFORMS && !fits_spec(v, i))
            return verify_fails(v, "`performs` does not fit the specification");
        if (i->op != OP_CLAIM && !ranges)
            continue;
        const Proc *proc = &p->procs.at[i->other];
        if (!proc->pure || proc->results.len != 1 || !type_equal(proc->results.at[0], TYPE_U1))
            return verify_fails(v, "`%s` asks %s, which is not pure or does not return a u1",
                                op_info[i->op].text, proc->name);
        if (ranges && (!p->procs.at[program_proc_at(p, v->pc)].pure || !proc->params))
            return verify_fails(v,
                                "`%s` needs a procedure with a parameter, and stands in pure "
                                "procedures only",
                                op_info[i->op].text);
        if (i->op == OP_EACH && (i->offset < 1 || (size_t)i->offset >= p->layouts.len ||
                                 (p->layouts.at[i->offset].kind != LAYOUT_RECORD &&
                                  p->layouts.at[i->offset].kind != LAYOUT_RAW) ||
                                 proc->registers.at[proc->params - 1].type.kind != TYPE_PTR))
            return verify_fails(v, "`each` ranges over the objects of a record or of raw memory");
    }
    v->pc = 0;
    return true;
}
